/* Unpacks what is in the page and begins. */

function bytesOf(text) { return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)); }

async function unpacked_(name) {
  const packed = bytesOf(document.getElementById(name).textContent.trim());
  if (!packed.length) return packed;
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function begin() {
  const sheet = JSON.parse(new TextDecoder().decode(await unpacked_("sheet")));
  const page = new Page(sheet, new Programs(sheet, await unpacked_("compiled")));
  globalThis.regelwerk = { sheet, page, get rules() { return page.rules; }, get machine() { return page.machine; } };
  await page.openInAddress();
}

function failed(error) {
  document.getElementById("page").replaceChildren(element("p", { class: "told bad" }, String(error)));
  throw error;
}

if (typeof document === "undefined") workInWorker();
else begin().catch(failed);
