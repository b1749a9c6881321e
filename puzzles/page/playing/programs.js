/* The programs of a page: one game, set up in one way or several. Each is made ready when one of its items is opened. */

class Programs {
  constructor(sheet, module) {
    this.sheet = sheet;
    this.module = module;
    this.ready = new Map();
  }

  /** The rules of an item: the compiled game, or the rules as read in its place. */
  rules(item) {
    if (!this.ready.has(item.program)) this.ready.set(item.program, this.made(item.program));
    return this.ready.get(item.program);
  }

  async made(number) {
    const { uncompiled, form, module } = this.sheet.programs[number], first = this.sheet.programs[0];
    const read = JSON.parse(number ? patched(first.form, form) : form);
    const machine = new (read.finds ? FillingMachine : Machine)(read, readTypes(read.types));
    if (uncompiled) {
      console.info(`Not compiled: ${uncompiled}.`);
      return readRules(machine);
    }
    return Compiled.make(number ? bytesOfLetters(patched(lettersOf(this.module), module)) : this.module, machine, read.codes);
  }
}

const bytesOfLetters = (letters) => Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
const lettersOf = (bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

/** The rules as read in place of the compiled game. */
function readRules(machine) {
  return Object.assign(Object.create(machine), { machine });
}
