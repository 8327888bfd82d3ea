/** A compiled function omits unused variables and empty statements. */
import { _, Name } from 'ajv';
import { describe, expect, test } from 'vitest';
import { FunctionBody } from '../../../../generator/emit/validators/function-body.js';

const found = new Name('found');
const value = new Name('value');

function printed(write: (body: FunctionBody) => void): string {
  const body = new FunctionBody();
  write(body);
  return body.print().join('\n');
}

const report = (body: FunctionBody): void => body.assign(found, _`true`);

const cases: Record<string, { readonly write: (body: FunctionBody) => void; readonly text: string }> = {
  'a constant that is read': {
    write: (body) => body.assign(found, body.const('data', _`${value}.a`)),
    text: 'const data0 = value.a;\nfound = data0;',
  },
  'one that nothing reads': { write: (body) => void body.const('data', _`${value}.a`), text: '' },
  'one that only such a one reads': {
    write: (body) => void body.const('data', _`${body.const('data', _`${value}.a`)}.b`),
    text: '',
  },
  'names count on, also behind one that is left out': {
    write: (body) => {
      body.const('data', _`1`);
      body.code(body.let('data', _`2`));
    },
    text: 'let data1 = 2;\ndata1;',
  },
  'a condition without consequence': { write: (body) => body.if(value, () => void body.const('data', _`1`)), text: '' },
  'a condition with both': {
    write: (body) =>
      body.if(
        value,
        () => report(body),
        () => body.code(value),
      ),
    text: 'if(value){\nfound = true;\n}\nelse {\nvalue;\n}',
  },
  'a condition with the other alone': {
    write: (body) =>
      body.if(
        value,
        () => undefined,
        () => report(body),
      ),
    text: 'if(!(value)){\nfound = true;\n}',
  },
  'loops, each with names of its own': {
    write: (body) => {
      body.forEachIndex('i', [0, _`${value}.length`], (index) => body.code(_`${value}[${index}]`));
      body.forEachIndex('i', [0, _`${value}.length`], () => undefined);
      body.forEachElement('key', value, (key) => body.code(key));
      body.forEachIndex('i', [1, _`2`], (index) => body.code(index));
    },
    text: 'for(let i0=0; i0<value.length; i0++){\nvalue[i0];\n}\nfor(const key0 of value){\nkey0;\n}\nfor(let i2=1; i2<2; i2++){\ni2;\n}',
  },
  'what a condition reads that is left out is not read': {
    write: (body) => body.if(body.const('data', _`1`), () => undefined),
    text: '',
  },
};

describe('a body', () => {
  test.each(Object.entries(cases))('%s', (_title, { write, text }) => expect(printed(write)).toBe(text));
});
