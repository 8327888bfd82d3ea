/** Sets a CSS property of an element: `<div ref={setStyle('height', '32px')}>`. The policy of the page forbids `style` attributes. */
export function setStyle(name: string, value: string): (element: HTMLElement | SVGElement | null) => void {
  return (element) => element?.style.setProperty(name, value);
}
