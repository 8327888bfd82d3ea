/** The palettes of the service. */
import type { JsonObject } from '../../mock/service.js';

export const calendarColors: Readonly<Record<string, string>> = number(
  '#ac725e #d06b64 #f83a22 #fa573c #ff7537 #ffad46 #42d692 #16a765 #7bd148 #b3dc6c #fbe983 #fad165 ' +
    '#92e1c0 #9fe1e7 #9fc6e7 #4986e7 #9a9cff #b99aff #c2c2c2 #cabdbf #cca6ac #f691b2 #cd74e6 #a47ae2',
);
const eventColors = number('#a4bdfc #7ae7bf #dbadff #ff887c #fbd75b #ffb878 #46d6db #e1e1e1 #5484ed #51b749 #dc2127');

function number(colors: string): Readonly<Record<string, string>> {
  return Object.fromEntries(colors.split(' ').map((color, index) => [String(index + 1), color]));
}

const toPalette = (colors: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(Object.entries(colors).map(([id, background]) => [id, { background, foreground: '#1d1d1d' }]));

export const createColors = (): JsonObject => ({
  kind: 'calendar#colors',
  updated: '2012-02-14T00:00:00.000Z',
  calendar: toPalette(calendarColors),
  event: toPalette(eventColors),
});
