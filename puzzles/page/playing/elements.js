/* Pieces of the page. Texts go in as texts, so that nothing in a rule file can become markup. */

function element(tag, properties, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties || {})) {
    if (name === "on") for (const [event, handler] of Object.entries(value)) made.addEventListener(event, handler);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null));
  return made;
}

function drawing(tag, properties, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(properties || {})) made.setAttribute(name, value);
  made.append(...children.flat());
  return made;
}

const canvas = document.createElement("canvas").getContext("2d");

/** Puts a colour of the rules behind an element, with ink that can be read on it; what is no colour does nothing. */
function paint(target, colour) {
  if (!/^(#[0-9a-f]{3}|#[0-9a-f]{6}|[a-z]+)$/i.test(colour) || !CSS.supports("color", colour)) return target;
  canvas.fillStyle = colour;
  const code = parseInt(canvas.fillStyle.slice(1), 16), light = 0.299 * (code >> 16) + 0.587 * (code >> 8 & 255) + 0.114 * (code & 255);
  target.style.setProperty("--fill", canvas.fillStyle);
  target.classList.add("painted", light > 128 ? "bright" : "deep");
  return target;
}
