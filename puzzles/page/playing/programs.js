/* The programs of a page: one game, set up in one way or several. Each is made ready when one of its items is opened. */

class Programs {
  constructor(sheet, module) {
    this.sheet = sheet;
    this.module = module;
    this.ready = new Map();
  }

  /** The rules of an item with their texts in a language: the compiled game, or the rules as read in its place. */
  rules(item, language) {
    const key = `${item.program} ${language}`;
    if (!this.ready.has(key)) this.ready.set(key, this.made(item.program, language));
    return this.ready.get(key);
  }

  async made(number, language) {
    const game = await this.game(number, language);
    if (game.uncompiled) console.info(`Not compiled: ${game.uncompiled}.`);
    return rulesOf(game);
  }

  /** A program as plain data, which a worker can be sent: its rules, and the module unless it is not compiled. */
  async game(number, language) {
    const { uncompiled, form, module, voices } = this.sheet.programs[number], first = this.sheet.programs[0];
    const own = uncompiled ? null : number ? bytesOfLetters(patched(lettersOf(this.module), module)) : this.module;
    const original = number ? patched(first.form, form) : form;
    return { form: voices[language] ? patched(original, voices[language]) : original, module: own, uncompiled };
  }
}

/** The compiled game, or the rules as read in its place. */
async function rulesOf({ form, module }) {
  const read = JSON.parse(form), machine = new (read.finds ? FillingMachine : Machine)(read, readTypes(read.types));
  return module ? Compiled.make(module, machine, read.codes) : readRules(machine);
}

const bytesOfLetters = (letters) => Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
const lettersOf = (bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

/** The rules as read in place of the compiled game. */
function readRules(machine) {
  return Object.assign(Object.create(machine), { machine });
}
