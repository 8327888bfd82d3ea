import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toFlatPath } from '../../../generator/emit/flat-path.js';

describe('toFlatPath', () => {
  it.each([
    ['dns/v1/projects/{project}', 'dns/v1/projects/{project}'],
    ['v1/{name=projects/*/zones/*}:look', 'v1/projects/{projectsId}/zones/{zonesId}:look'],
    ['v1/{group.name=projects/*/groups/*}', 'v1/projects/{projectsId}/groups/{groupsId}'],
    ['v1/{name=operations/**}', 'v1/operations/{operationsId}'],
    ['v1/{name=**}', 'v1/{name}'],
    ['v1/{name=*/*/x/*}', 'v1/{v1Id}/{v1Id1}/x/{xId}'],
    ['v1/{a=x/*}/of/{b=x/*}', 'v1/x/{xId}/of/x/{xId1}'],
    ['v1/{xId}/{name=x/*}', 'v1/{xId}/x/{xId1}'],
    ['v1/{name=studies}', 'v1/studies'],
  ])('converts %s to %s', (route, path) => {
    expect(toFlatPath(route).path).toBe(path);
  });

  it('maps each flat variable to a variable of the template', () => {
    expect(toFlatPath('v1/{zone}/{name=a/*/b/**}').variables).toEqual([
      { name: 'zone', templateVariable: 'zone', isWholeVariable: true },
      { name: 'aId', templateVariable: 'name', isWholeVariable: false },
      { name: 'bId', templateVariable: 'name', isWholeVariable: false },
    ]);
  });

  it('creates one distinct variable per wildcard', () => {
    const segment = fc.constantFrom('a', 'b', '*');
    const variable = fc.array(segment, { minLength: 1, maxLength: 5 }).map((segments) => segments.join('/'));
    fc.assert(
      fc.property(fc.array(variable, { minLength: 1, maxLength: 4 }), (templates) => {
        const route = templates.map((template, index) => `{v${String(index)}=${template}}`).join('/');
        const { path, variables } = toFlatPath(route);
        const names = variables.map(({ name }) => name);
        expect(new Set(names).size).toBe(names.length);
        expect(names).toEqual([...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name));
        expect(names.length).toBe(templates.join('').split('*').length - 1);
      }),
    );
  });
});
