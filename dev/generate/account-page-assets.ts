import { join } from 'node:path'
import { buildSync } from 'esbuild'

/** The script and the style of the account pages, as a module: the gateway needs no bundler and no files. */
export function accountPageAssets(root: string): string {
  const folder = join(root, 'gateway/browser')
  return `// Made by \`npm run generate\` from gateway/browser. Do not edit.
export const script = ${JSON.stringify(bundled(join(folder, 'main.ts')))}
export const style = ${JSON.stringify(bundled(join(folder, 'style.css')))}
`
}

function bundled(entry: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    conditions: ['gatehouse-source'],
    legalComments: 'none',
  })
  return outputFiles.map(({ text }) => text).join('')
}
