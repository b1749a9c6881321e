/* Elements of the page. Texts go in as texts, so that nothing in a rule file can become markup. */

function element(tag, properties, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties || {})) {
    if (name === "on") for (const [event, handler] of Object.entries(value)) made.addEventListener(event, handler);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null));
  return made;
}

/** Drawings have no `click` of their own. */
function clickOn(target) { target.dispatchEvent(new MouseEvent("click", { bubbles: true })); }

function drawing(tag, properties, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(properties || {})) made.setAttribute(name, value);
  made.append(...children.flat());
  return made;
}
