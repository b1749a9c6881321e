/* Begins, on the page or in its worker. */

async function begin() {
  const sheet = JSON.parse(new TextDecoder().decode(await inflated("sheet")));
  const page = new Page(sheet, new Programs(sheet, await inflated("compiled")));
  globalThis.regelwerk = { sheet, page, get rules() { return page.rules; }, get machine() { return page.machine; } };
  await page.openInAddress();
}

function failed(error) {
  document.getElementById("page").replaceChildren(element("p", { class: "told bad" }, String(error)));
  throw error;
}

if (typeof document === "undefined") workInWorker();
else begin().catch(failed);
