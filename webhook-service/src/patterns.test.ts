import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { leastProcessorMs } from '@gatehouse/service-kit/testing/processor-ms'
import { expect } from 'chai'

const length = 16_384
const common = [
  'a',
  '1',
  ' ',
  '\n',
  '\t',
  '.',
  '-',
  '_',
  '<',
  '[',
  '(',
  '`',
  '*',
  '\\',
  '"',
  'é',
  '🦊',
  '\u0301',
  '\u200b',
]

/** A regular expression where an expression can begin. */
const literal =
  /(?<=(?:[(=,:?[!&|{;>]|return|^)\s*)\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+)\/([dgimsuvy]*)/g

/** Every regular expression of these sources, with its place. */
function patternsOf(folder: string): [place: string, pattern: RegExp][] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join(folder, file))
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        if (/^\s*(?:\/\/|\/?\*)/.test(line)) return []
        return [...line.matchAll(literal)].map(({ 1: source = '', 2: flags = '' }): [string, RegExp] => [
          `${relative(folder, file)}:${index + 1} /${source}/${flags}`,
          new RegExp(source, flags.includes('g') ? flags : `${flags}g`),
        ])
      }),
  )
}

/** Runs of the characters of a pattern, alone, with breaks, and behind what the pattern starts with. */
function textsFor({ source }: RegExp): string[] {
  const literals = source.replace(/\\[pP]\{[^}]*\}|\\[a-zA-Z]|[[\](){}|?+*^$]/g, '')
  const starts = [literals.slice(0, 2), literals.slice(0, 4), '<a', '<!--', '](', '```']
  const units = new Set([
    ...common,
    ...[...literals].slice(0, 12),
    `${literals.slice(0, 3)} `,
    '**a** ',
    'a.',
    '"@',
    '=a',
    ' \n',
  ])
  return [...units].flatMap((unit) => {
    const run = unit.repeat(Math.ceil(length / unit.length))
    const half = run.slice(0, length / 2)
    return [run, `${half}\n${half}`, `x${run}x`, ...starts.map((start) => start + run)]
  })
}

describe('the patterns of webhook-service', () => {
  it('are found', () => expect(patternsOf(import.meta.dirname)).to.have.lengthOf.above(100))

  for (const [place, pattern] of patternsOf(import.meta.dirname)) {
    it(`take time in proportion to the text: ${place}`, () => {
      for (const text of textsFor(pattern)) {
        const run = () => text.replace(pattern, '')
        const shortest = leastProcessorMs(25, run)
        expect(shortest, JSON.stringify(text.slice(0, 12))).to.be.below(25)
      }
    })
  }
})
