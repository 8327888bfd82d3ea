// kubb with types, client and zod: `OUT FILE...`, the files OpenAPI.
import { basename, join, resolve } from 'node:path';
import { build } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
import { pluginZod } from '@kubb/plugin-zod';

const [out, ...files] = process.argv.slice(2);
for (const file of files) {
  const output = { path: join(out, basename(file, '.json')), clean: true };
  const plugins = [pluginOas({ validate: false }), pluginTs(), pluginClient(), pluginZod()];
  const { error, failedPlugins } = await build({ config: { root: process.cwd(), input: { path: resolve(file) }, output, plugins } });
  const fault = error ?? [...(failedPlugins ?? [])][0]?.error;
  if (fault) throw fault;
}
