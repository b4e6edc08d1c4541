/**
 * Styles are set on the elements, where no page's Content-Security-Policy stands in the way; text is only ever text.
 */
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

/** An element of ours that the page can neither read nor style from outside. */
export function hidden(style: string, ...children: Node[]): HTMLElement {
  const host = element("div", `all:initial;${style}`);
  host.attachShadow({ mode: "closed" }).append(...children);
  return host;
}
