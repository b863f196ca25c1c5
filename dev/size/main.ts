import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { repositoryRoot } from '@gatehouse/admin/repository-root'
import { folderPairs } from './folder-imports.ts'
import { productFiles } from './product-files.ts'

/** The part of TypeScript before 7 that is used: version 7 has no parser for programs. */
type Node = {
  kind: number
  getStart: (source: Node) => number
  getEnd: () => number
  getChildren: (source: Node) => Node[]
}
type TypeScript = {
  createSourceFile: (name: string, text: string, target: number) => Node
  isJSDoc: (node: Node) => boolean
  ScriptTarget: { Latest: number }
  SyntaxKind: { EndOfFileToken: number }
}

const typescript: TypeScript = createRequire(join(repositoryRoot, 'dev/api-tools/package.json'))('typescript')

/** Comments are no tokens, and neither is the text of a script in Lua but as one. */
function tokensOf(node: Node, source: Node): number {
  const children = node.getChildren(source).filter((child) => !typescript.isJSDoc(child))
  if (children.length > 0) return children.reduce((sum, child) => sum + tokensOf(child, source), 0)
  const isToken = node.getEnd() > node.getStart(source)
  return isToken && node.kind !== typescript.SyntaxKind.EndOfFileToken ? 1 : 0
}

type Size = { name: string; files: number; lines: number; tokens: number }

function sizeOf(name: string, files: string[]): Size {
  const texts = files.map((file) => ({ file, text: readFileSync(join(repositoryRoot, file), 'utf8') }))
  const tokens = texts.map(({ file, text }) => {
    const source = typescript.createSourceFile(file, text, typescript.ScriptTarget.Latest)
    return tokensOf(source, source)
  })
  return {
    name,
    files: files.length,
    lines: texts.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0),
    tokens: tokens.reduce((sum, count) => sum + count, 0),
  }
}

const files = productFiles()
const packages = Map.groupBy(files, (file) => file.split('/')[0] ?? '')
const rows = [...packages].map(([name, own]) => sizeOf(name, own))
const sum = (key: 'files' | 'lines' | 'tokens') => rows.reduce((total, row) => total + row[key], 0)
console.table([...rows, { name: 'all', files: sum('files'), lines: sum('lines'), tokens: sum('tokens') }])

const all = files.map((file) => readFileSync(join(repositoryRoot, file), 'utf8')).join('\n')
const contexts = new Set(all.match(/\btype \w*Context\b/g))
// Not the one in defineTimedScript, which defines for others.
const scripts = all.match(/(?<!const script) = define(Timed)?Script[<(]/g) ?? []
console.log(
  `scripts in Lua ${scripts.length}, types of contexts ${contexts.size}, pairs of folders that import each other ${folderPairs().length}`,
)
