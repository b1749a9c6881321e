/* Unpacks what is in the page and begins. */

function bytesOf(text) { return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)); }

async function unpacked_(name) {
  const packed = bytesOf(document.getElementById(name).textContent.trim());
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function begin() {
  const sheet = JSON.parse(new TextDecoder().decode(await unpacked_("sheet")));
  const machine = new (sheet.form.finds ? FillingMachine : Machine)(sheet.form, readTypes(sheet.form.types));
  const rules = sheet.uncompiled ? readRules(machine) : await Compiled.make(await unpacked_("compiled"), machine, sheet.codes);
  globalThis.regelwerk = { sheet, machine, rules, page: new Page(rules, sheet) };
}

/** The rules as read in place of the compiled game. */
function readRules(machine) {
  return Object.assign(Object.create(machine), { machine });
}

begin().catch((error) => {
  document.getElementById("page").replaceChildren(element("p", { class: "told bad" }, String(error)));
  throw error;
});
