/* The theme of all pages of the server, and searching the library, which happens here alone. */
"use strict";

const THEME = "regelwerk.theme";
const root = document.documentElement;

function remembered(name) {
  try { return localStorage.getItem(name); } catch { return null; }
}

function remember(name, value) {
  try { localStorage.setItem(name, value); } catch { /* the page works without a memory */ }
}

const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches);

function showTheme(button) {
  button.hidden = false;
  button.textContent = isDark() ? button.dataset.light : button.dataset.dark;
}

function startTheme() {
  const chosen = remembered(THEME), button = document.getElementById("theme");
  if (chosen === "dark" || chosen === "light") root.dataset.theme = chosen;
  showTheme(button);
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    remember(THEME, root.dataset.theme);
    showTheme(button);
    dispatchEvent(new Event("themechange"));
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => showTheme(button));
}

/** Shows the cards that have all words that are searched, and the chosen tag. */
function startSearch(form) {
  const cards = [...document.querySelectorAll(".card")], none = document.getElementById("none"), field = form.elements.words;
  let tag = "all";
  const narrow = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter((word) => word);
    const fits = (card) => words.every((word) => card.dataset.words.includes(word)) && (tag === "all" || card.dataset.tags.split(" ").includes(tag));
    for (const card of cards) card.hidden = !fits(card);
    none.textContent = cards.some((card) => !card.hidden) ? "" : none.dataset.none;
  };
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const shown = cards.filter((card) => !card.hidden);
    if (shown.length) shown[0].querySelector("h3 a").click();
  });
  field.addEventListener("input", narrow);
  for (const button of form.querySelectorAll("[data-tag]")) {
    button.addEventListener("click", () => {
      tag = button.dataset.tag;
      for (const one of form.querySelectorAll("[data-tag]")) one.setAttribute("aria-pressed", String(one === button));
      narrow();
    });
  }
  addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.matches("input, textarea, select")) return;
    event.preventDefault();
    field.focus();
  });
  narrow();
}

/** Lengths that were not known when the page was written are filled in as they are measured. */
async function fillLengths() {
  const waiting = [...document.querySelectorAll("[data-length]")].filter((place) => !place.textContent);
  if (!waiting.length) return;
  const { lengths, complete } = await (await fetch("/lengths.json")).json();
  for (const place of waiting) if (lengths[place.dataset.length]) place.textContent = lengths[place.dataset.length];
  if (!complete) setTimeout(() => fillLengths().catch(() => {}), 2500);
}

startTheme();
if (document.getElementById("search")) {
  startSearch(document.getElementById("search"));
  fillLengths().catch(() => {});  // the server has ended
}
