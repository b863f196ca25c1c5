import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@gatehouse/admin/repository-root'

/** A page of docs/, for tests that compare it with the code. */
export function readDocs(name: string): string {
  return readFileSync(join(repositoryRoot, 'docs', name), 'utf8')
}

/** The cells of the table whose first heading is this one, without backticks. */
export function tableUnder(text: string, heading: string): string[][] {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} |`))
  if (start < 0) throw new Error(`there is no table under "${heading}"`)
  const rest = lines.slice(start + 2)
  return rest
    .slice(
      0,
      rest.findIndex((line) => !line.startsWith('|')),
    )
    .map(cells)
}

function cells(line: string): string[] {
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.replaceAll('`', '').trim())
}
