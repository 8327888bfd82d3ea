/** Changes of declarations with the bump that they require, and code that uses the old version as `p`. */

export interface Case {
  readonly name: string;
  readonly old: string;
  readonly new: string;
  readonly bump: 'none' | 'patch' | 'minor' | 'major';
  /** It compiles with the old version. It compiles with the new one unless the bump is major. */
  readonly code: string;
}

type Row = readonly [name: string, old: string, next: string, bump: Case['bump'], code: string];
const createCases = (...rows: readonly Row[]): readonly Case[] =>
  rows.map(([name, old, next, bump, code]) => ({ name, old, new: next, bump, code }));

/** Declares a type that code passes to a function. */
const written = (type: string): string => `export interface In ${type} export declare function send(value: In): void;`;
/** Declares a type that code gets from a function. */
const read = (type: string): string => `export interface Out ${type} export declare function get(): Out;`;
/** Declares a generic result and its use, as clients have. */
const generic = (type: string): string =>
  `export interface Call<T> extends Promise<T> { done(): Promise<T>; } export interface Out ${type} export declare function get(): Call<Out>;`;

export const casesByArea: Readonly<Record<string, readonly Case[]>> = {
  exports: createCases(
    ['the same', 'export declare function f(): void;', 'export declare function f(): void;', 'none', 'p.f();'],
    ['another comment', '/** A. */ export declare function f(): void;', '/** B. */ export declare function f(): void;', 'patch', 'p.f();'],
    [
      'another order',
      'export type A = 1; export type B = 2;',
      'export type B = 2; export type A = 1;',
      'patch',
      'export const a: p.A = 1;',
    ],
    ['added', 'export declare function f(): void;', 'export declare function f(): void; export type A = 1;', 'minor', 'p.f();'],
    [
      'removed',
      'export declare function f(): void; export type A = 1;',
      'export declare function f(): void;',
      'major',
      'export const a: p.A = 1;',
    ],
    ['exported only as a type', 'declare class C {} export { C };', 'declare class C {} export type { C };', 'major', 'new p.C();'],
    [
      'an alias instead of an interface',
      'export interface A { a: 1 }',
      'export type A = { a: 1 };',
      'major',
      'declare module "./package.js" { interface A { b?: 1 } }',
    ],
    ['a const of another type', 'export declare const c: 1;', 'export declare const c: 2;', 'major', 'export const a: 1 = p.c;'],
    [
      'an enum member added',
      'export declare enum E { A = 1 }',
      'export declare enum E { A = 1, B = 2 }',
      'major',
      'export const a = (e: p.E): 1 => { switch (e) { case p.E.A: return 1; } };',
    ],
  ),
  'values that code writes': createCases(
    ['a required member added', written('{ a: string }'), written('{ a: string; b: string }'), 'major', 'p.send({ a: "" });'],
    ['an optional member added', written('{ a: string }'), written('{ a: string; b?: string }'), 'minor', 'p.send({ a: "" });'],
    ['an optional member removed', written('{ a: string; b?: string }'), written('{ a: string }'), 'major', 'p.send({ a: "", b: "" });'],
    ['a member made required', written('{ a?: string }'), written('{ a: string }'), 'major', 'p.send({});'],
    ['a member made optional', written('{ a: string }'), written('{ a?: string }'), 'minor', 'p.send({ a: "" });'],
    ['a value added', written('{ a: "x" }'), written('{ a: "x" | "y" }'), 'minor', 'p.send({ a: "x" });'],
    ['a value removed', written('{ a: "x" | "y" }'), written('{ a: "x" }'), 'major', 'p.send({ a: "y" });'],
    ['an enum opened', written('{ a: "x" | "y" }'), written('{ a: "x" | "y" | (string & {}) }'), 'minor', 'p.send({ a: "y" });'],
    ['an enum closed', written('{ a: "x" | (string & {}) }'), written('{ a: "x" }'), 'major', 'p.send({ a: "z" });'],
    ['a type widened', written('{ a: string }'), written('{ a: string | number }'), 'minor', 'p.send({ a: "" });'],
    [
      'a mutable array',
      written('{ a: readonly string[] }'),
      written('{ a: string[] }'),
      'major',
      'const a: readonly string[] = []; p.send({ a });',
    ],
    ['a read-only array', written('{ a: string[] }'), written('{ a: readonly string[] }'), 'minor', 'p.send({ a: [""] });'],
    [
      'a read-only member',
      written('{ a?: string }'),
      written('{ readonly a?: string }'),
      'major',
      'const value: p.In = {}; value.a = ""; p.send(value);',
    ],
    [
      'a callback with one more parameter',
      'export declare function on(f: (a: string) => void): void;',
      'export declare function on(f: (a: string, b: string) => void): void;',
      'minor',
      'p.on((a) => a.trim());',
    ],
    [
      'a callback with one parameter less',
      'export declare function on(f: (a: string, b: string) => void): void;',
      'export declare function on(f: (a: string) => void): void;',
      'major',
      'p.on((a, b) => b.trim() + a);',
    ],
    [
      'a callback with an optional parameter',
      'export declare function on(f: (a: string) => void): void;',
      'export declare function on(f: (a?: string) => void): void;',
      'major',
      'p.on((a) => a.trim());',
    ],
  ),
  'values that only a type predicate mentions': createCases([
    'a member made required',
    'export interface T { a?: string } export declare function isT(value: unknown): value is T;',
    'export interface T { a: string } export declare function isT(value: unknown): value is T;',
    'major',
    'export const t: p.T = {};',
  ]),
  'values that code reads': createCases(
    ['an optional member added', read('{ a?: string }'), read('{ a?: string; b?: string }'), 'minor', 'p.get().a?.trim();'],
    ['a required member added', read('{ a?: string }'), read('{ a?: string; b: string }'), 'minor', 'p.get().a?.trim();'],
    ['a member removed', read('{ a?: string }'), read('{ }'), 'major', 'p.get().a?.trim();'],
    ['a member made optional', read('{ a: string }'), read('{ a?: string }'), 'major', 'p.get().a.trim();'],
    ['a member made required', read('{ a?: string }'), read('{ a: string }'), 'minor', 'p.get().a?.trim();'],
    [
      'a value added to an open enum',
      read('{ a: "x" | (string & {}) }'),
      read('{ a: "x" | "y" | (string & {}) }'),
      'minor',
      'export const a: string = p.get().a;',
    ],
    ['a value added to a closed enum', read('{ a: "x" }'), read('{ a: "x" | "y" }'), 'major', 'export const a: "x" = p.get().a;'],
    ['a value removed from a closed enum', read('{ a: "x" | "y" }'), read('{ a: "x" }'), 'major', 'if (p.get().a === "y") p.get();'],
    ['null removed', read('{ a: string | null }'), read('{ a: string }'), 'minor', 'if (p.get().a !== null) p.get();'],
    [
      'an inner type changed',
      `export interface I { n: 1 } ${read('{ a: I[] }')}`,
      `export interface I { n: 2 } ${read('{ a: I[] }')}`,
      'major',
      'export const a: 1 | undefined = p.get().a[0]?.n;',
    ],
    [
      'a result in a generic type, with a member added',
      generic('{ a: string }'),
      generic('{ a: string; b: string }'),
      'minor',
      'p.get().done().then(({ a }) => a);',
    ],
    [
      'a result in a generic type, with a member made optional',
      generic('{ a: string }'),
      generic('{ a?: string }'),
      'major',
      'p.get().done().then(({ a }) => a.trim());',
    ],
    [
      'a recursive type renamed, with a member added',
      `export interface I { n?: I[] } ${read('{ a: I }')}`,
      `export interface I { n?: I[] } export interface J { n?: J[]; m?: 1 } ${read('{ a: J }')}`,
      'minor',
      'export const a: p.I = p.get().a;',
    ],
    ['a method removed', read('{ f(): void; g(): void }'), read('{ f(): void }'), 'major', 'p.get().g();'],
  ),
  functions: createCases(
    [
      'an optional parameter added',
      'export declare function f(a: 1): void;',
      'export declare function f(a: 1, b?: 2): void;',
      'minor',
      'p.f(1);',
    ],
    [
      'a required parameter added',
      'export declare function f(a: 1): void;',
      'export declare function f(a: 1, b: 2): void;',
      'major',
      'p.f(1);',
    ],
    [
      'a parameter removed',
      'export declare function f(a: 1, b?: 2): void;',
      'export declare function f(a: 1): void;',
      'major',
      'p.f(1, 2);',
    ],
    ['a parameter made required', 'export declare function f(a?: 1): void;', 'export declare function f(a: 1): void;', 'major', 'p.f();'],
    ['a parameter renamed', 'export declare function f(a: 1): void;', 'export declare function f(b: 1): void;', 'patch', 'p.f(1);'],
    [
      'an overload removed',
      'export declare function f(a: 1): void; export declare function f(a: 2): void;',
      'export declare function f(a: 1): void;',
      'major',
      'p.f(2);',
    ],
    [
      'a type parameter added',
      'export declare function f<A>(a: A): void;',
      'export declare function f<A, B>(a: A, b?: B): void;',
      'major',
      'p.f<string>("");',
    ],
    [
      'a type parameter with a default added',
      'export interface G<A> { a: A } export declare function f(g: G<1>): void;',
      'export interface G<A, B = 1> { a: A; b?: B } export declare function f(g: G<1>): void;',
      'minor',
      'const g: p.G<1> = { a: 1 }; p.f(g);',
    ],
    [
      'a narrower constraint',
      'export declare function f<A extends string>(a: A): void;',
      'export declare function f<A extends "x">(a: A): void;',
      'major',
      'p.f("y");',
    ],
    [
      'options replaced by an extension with an optional member',
      'export interface O { a?: 1 } export declare function f(options: O): void;',
      'export interface O { a?: 1 } export interface N<B> extends O { b?: B } export declare function f(options: N<2>): void;',
      'minor',
      'p.f({ a: 1 });',
    ],
    [
      'options replaced by an extension with a required member',
      'export interface O { a?: 1 } export declare function f(options: O): void;',
      'export interface O { a?: 1 } export interface N<B> extends O { b: B } export declare function f(options: N<2>): void;',
      'major',
      'p.f({ a: 1 });',
    ],
    [
      'options replaced by an extension that narrows a member',
      'export interface O { a?: number } export declare function f(options: O): void;',
      'export interface O { a?: number } export interface N extends O { a?: 1 } export declare function f(options: N): void;',
      'major',
      'p.f({ a: 2 });',
    ],
    [
      'a type parameter renamed',
      'export declare function f<A>(a: A): A;',
      'export declare function f<B>(a: B): B;',
      'patch',
      'export const a: 1 = p.f(1);',
    ],
  ),
  classes: createCases(
    [
      'a constructor parameter added',
      'export declare class C { constructor(); }',
      'export declare class C { constructor(a: 1); }',
      'major',
      'new p.C();',
    ],
    [
      'a method added',
      'export declare class C { f(): void; }',
      'export declare class C { f(): void; static g(): void; }',
      'minor',
      'new p.C().f();',
    ],
    ['a static member removed', 'export declare class C { static f(): void; }', 'export declare class C { }', 'major', 'p.C.f();'],
    [
      'a getter without a setter',
      'export declare class C { a: string; }',
      'export declare class C { get a(): string; }',
      'major',
      'new p.C().a = "";',
    ],
    [
      'a private member added',
      'export declare class C { a: string; }',
      'export declare class C { a: string; #b; }',
      'major',
      'export const c: p.C = { a: "" };',
    ],
    [
      'a method made protected',
      'export declare class C { f(): void; }',
      'export declare class C { protected f(): void; }',
      'major',
      'new p.C().f();',
    ],
  ),
};
