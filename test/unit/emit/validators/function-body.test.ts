/** A compiled function omits unused variables and empty statements. */
import { _, Name } from '../../../../generator/emit/validators/code.js';
import { describe, expect, test } from 'vitest';
import { FunctionBody } from '../../../../generator/emit/validators/function-body.js';

const isFound = new Name('found');
const value = new Name('value');

function printBody(write: (body: FunctionBody) => void): string {
  const body = new FunctionBody();
  write(body);
  return body.print().join('\n');
}

const assignFound = (body: FunctionBody): void => body.assign(isFound, _`true`);

const cases: Record<string, { readonly write: (body: FunctionBody) => void; readonly text: string }> = {
  'prints a constant that is read': {
    write: (body) => body.assign(isFound, body.const('data', _`${value}.a`)),
    text: 'const data = value.a;\nfound = data;',
  },
  'omits a constant that is never read': { write: (body) => void body.const('data', _`${value}.a`), text: '' },
  'omits a constant that only an omitted constant reads': {
    write: (body) => void body.const('data', _`${body.const('data', _`${value}.a`)}.b`),
    text: '',
  },
  'renames a variable that an outer one hides': {
    write: (body) => {
      const data = body.let('data', _`1`);
      body.if(data, () => body.code(body.let('data', _`2`)));
      body.if(data, () => body.code(body.let('data', _`3`)));
    },
    text: 'let data = 1;\nif (data) {\nlet innerData = 2;\ninnerData;\n}\nif (data) {\nlet innerData = 3;\ninnerData;\n}',
  },
  'renames a variable with the name of a function of the module': {
    write: (body) => ['isObject', 'reportValue', 'default', 'DiskNameShape'].forEach((name) => body.code(body.const(name, _`1`))),
    text: 'const isObjectValue = 1;\nisObjectValue;\nconst reportValueValue = 1;\nreportValueValue;\nconst defaultValue = 1;\ndefaultValue;\nconst diskNameShapeValue = 1;\ndiskNameShapeValue;',
  },
  'omits a variable if only a later one with its name is read': {
    write: (body) => {
      body.if(value, () => void body.const('data', _`1`));
      body.if(value, () => body.code(body.const('data', _`2`)));
    },
    text: 'if (value) {\nconst data = 2;\ndata;\n}',
  },
  'prints an assignment with its condition on one line': {
    write: (body) => body.assignIf(body.const('data', _`1`), isFound, _`true`),
    text: 'const data = 1;\nif (data) found = true;',
  },
  'omits a condition with empty branches': { write: (body) => body.if(value, () => void body.const('data', _`1`)), text: '' },
  'prints both branches of a condition': {
    write: (body) =>
      body.if(
        value,
        () => assignFound(body),
        () => body.code(value),
      ),
    text: 'if (value) {\nfound = true;\n}\nelse {\nvalue;\n}',
  },
  'negates a condition with an empty first branch': {
    write: (body) =>
      body.if(
        value,
        () => undefined,
        () => assignFound(body),
      ),
    text: 'if (!(value)) {\nfound = true;\n}',
  },
  'prints loops and omits empty ones': {
    write: (body) => {
      body.forEachIndex('i', [0, _`${value}.length`], (index) => body.code(_`${value}[${index}]`));
      body.forEachIndex('i', [0, _`${value}.length`], () => undefined);
      body.forEachElement('key', value, (key) => body.code(key));
      body.forEachIndex('i', [1, _`2`], (index) => body.code(index));
    },
    text: 'for (let i = 0; i < value.length; i += 1) {\nvalue[i];\n}\nfor (const key of value) {\nkey;\n}\nfor (let i = 1; i < 2; i += 1) {\ni;\n}',
  },
  'omits a constant that only an omitted condition reads': {
    write: (body) => body.if(body.const('data', _`1`), () => undefined),
    text: '',
  },
};

describe('FunctionBody', () => {
  test.each(Object.entries(cases))('%s', (_title, { write, text }) => expect(printBody(write)).toBe(text));
});
