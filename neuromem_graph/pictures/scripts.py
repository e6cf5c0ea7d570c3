"""The scripts of pages: fixed texts, in which nothing that was said ever stands.

They read what they need from the elements of the page, and write text only.
"""

GRAPH = """
(() => {
  const svg = document.querySelector("svg.sheet"), tools = document.querySelector(".tools");
  if (!svg) return;
  tools.hidden = false;
  svg.classList.add("live");
  const nodes = [...svg.querySelectorAll(".node")], links = [...svg.querySelectorAll(".link")];
  const ends = links.map(link => link.dataset.link.split(" ").map(Number));
  const words = one => one.textContent.toLowerCase();
  const home = svg.getAttribute("viewBox").split(" ").map(Number);
  const field = tools.querySelector("input"), count = tools.querySelector(".count");
  let view = [...home], held = null, pinned = null, drag = null;

  const look = next => { view = next; svg.setAttribute("viewBox", view.join(" ")); };
  const zoom = (by, x, y) => {
    const wide = Math.min(home[2] * 4, Math.max(60, view[2] * by)), share = wide / view[2];
    look([x - (x - view[0]) * share, y - (y - view[1]) * share, wide, view[3] * share]);
  };
  const place = event => {
    const at = svg.getScreenCTM().inverse();
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(at);
  };
  const shown = () => {
    const asked = field.value.trim().toLowerCase(), on = new Set(), near = new Set();
    nodes.forEach((node, at) => { if (asked && words(node).includes(asked)) on.add(at); });
    const chosen = held === null ? pinned : held, filters = asked !== "" || chosen !== null;
    const roots = chosen === null ? on : new Set([chosen]);
    let joined = 0;
    roots.forEach(at => near.add(at));
    links.forEach((link, at) => {
      const said = chosen === null && asked && words(link).includes(asked);
      const keep = !filters || said || ends[at].some(end => roots.has(end));
      link.classList.toggle("faint", !keep);
      joined += keep;
      if (keep) ends[at].forEach(end => near.add(end));
    });
    nodes.forEach((node, at) => {
      node.classList.toggle("faint", filters && !near.has(at));
      node.classList.toggle("found", on.has(at));
    });
    count.textContent = filters ? `${near.size} nodes, ${joined} relations` : "";
  };

  field.addEventListener("input", shown);
  nodes.forEach((node, at) => {
    node.addEventListener("pointerenter", () => { held = at; shown(); });
    node.addEventListener("pointerleave", () => { held = null; shown(); });
    node.addEventListener("click", () => { pinned = pinned === at ? null : at; shown(); });
  });
  svg.addEventListener("wheel", event => {
    event.preventDefault();
    const at = place(event);
    zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, at.x, at.y);
  }, { passive: false });
  svg.addEventListener("pointerdown", event => { drag = place(event); });
  svg.addEventListener("pointermove", event => {
    if (!drag || !event.buttons) { drag = null; return; }
    const at = place(event);
    look([view[0] + drag.x - at.x, view[1] + drag.y - at.y, view[2], view[3]]);
  });
  window.addEventListener("pointerup", () => { drag = null; });
  tools.querySelectorAll("button").forEach(button => button.addEventListener("click", () => {
    const by = Number(button.dataset.zoom);
    if (by) zoom(by, view[0] + view[2] / 2, view[1] + view[3] / 2); else look([...home]);
  }));
})();
"""

TIMELINE = """
(() => {
  const svg = document.querySelector("svg.sheet"), tools = document.querySelector(".tools");
  if (!svg) return;
  tools.hidden = false;
  const moments = JSON.parse(svg.dataset.moments), last = moments.length - 1;
  const range = tools.querySelector("input"), says = tools.querySelector("output");
  const bars = [...svg.querySelectorAll(".bar")], now = svg.querySelector(".now");
  const line = now.getAttribute("d").split(" ")[1];
  const show = () => {
    const [seq, label, x] = moments[Number(range.value)], head = Number(range.value) === last;
    says.textContent = label;
    now.setAttribute("d", `M${x} ${line}`);
    bars.forEach(bar => {
      const from = Number(bar.dataset.from), to = bar.dataset.to;
      const gone = to !== "" && Number(to) <= seq;
      bar.classList.toggle("off", from > seq);
      bar.classList.toggle("then", !head && to !== "" && from <= seq && !gone);
    });
  };
  range.max = last;
  range.value = last;
  range.addEventListener("input", show);
  show();
})();
"""
