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
    text: 'const data0 = value.a;\nfound = data0;',
  },
  'omits a constant that is never read': { write: (body) => void body.const('data', _`${value}.a`), text: '' },
  'omits a constant that only an omitted constant reads': {
    write: (body) => void body.const('data', _`${body.const('data', _`${value}.a`)}.b`),
    text: '',
  },
  'keeps numbering names after an omitted constant': {
    write: (body) => {
      body.const('data', _`1`);
      body.code(body.let('data', _`2`));
    },
    text: 'let data1 = 2;\ndata1;',
  },
  'omits a condition with empty branches': { write: (body) => body.if(value, () => void body.const('data', _`1`)), text: '' },
  'prints both branches of a condition': {
    write: (body) =>
      body.if(
        value,
        () => assignFound(body),
        () => body.code(value),
      ),
    text: 'if(value){\nfound = true;\n}\nelse {\nvalue;\n}',
  },
  'negates a condition with an empty first branch': {
    write: (body) =>
      body.if(
        value,
        () => undefined,
        () => assignFound(body),
      ),
    text: 'if(!(value)){\nfound = true;\n}',
  },
  'prints loops with distinct variable names and omits empty loops': {
    write: (body) => {
      body.forEachIndex('i', [0, _`${value}.length`], (index) => body.code(_`${value}[${index}]`));
      body.forEachIndex('i', [0, _`${value}.length`], () => undefined);
      body.forEachElement('key', value, (key) => body.code(key));
      body.forEachIndex('i', [1, _`2`], (index) => body.code(index));
    },
    text: 'for(let i0=0; i0<value.length; i0++){\nvalue[i0];\n}\nfor(const key0 of value){\nkey0;\n}\nfor(let i2=1; i2<2; i2++){\ni2;\n}',
  },
  'omits a constant that only an omitted condition reads': {
    write: (body) => body.if(body.const('data', _`1`), () => undefined),
    text: '',
  },
};

describe('FunctionBody', () => {
  test.each(Object.entries(cases))('%s', (_title, { write, text }) => expect(printBody(write)).toBe(text));
});
