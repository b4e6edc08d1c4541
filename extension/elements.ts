/** Styles are set through the elements, where the Content-Security-Policy of the page cannot block them. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  style: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.style.cssText = style;
  made.append(...children);
  return made;
}

/** The outline's style comes from the browser's rule for `:focus-visible`. Firefox keeps its own blue. */
export const focusRing = (color: string): string =>
  `outline-color:${color};outline-width:2px;outline-offset:2px;`;

/** An element in a closed shadow root: the page's scripts and styles cannot reach it. */
export function closedShadowHost(style: string, ...children: Node[]): HTMLElement {
  const host = element("div", `all:initial;${style}`);
  host.attachShadow({ mode: "closed" }).append(...children);
  return host;
}
