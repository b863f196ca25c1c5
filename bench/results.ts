import { execFileSync } from 'node:child_process'
import { appendFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import Table from 'cli-table3'
import type { Figure } from './scenario.ts'

export function printFigures(figures: Figure[]): void {
  const table = new Table({ head: ['scenario', 'measured', 'limit', 'ratio', 'goal'] })
  table.push(...figures.map((figure) => [...cells(figure)]))
  console.log(table.toString())
}

/** Appends the figures to bench/results.md, with the commit. */
export async function recordFigures(figures: Figure[]): Promise<void> {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const day = new Date().toISOString().slice(0, 10)
  const load = `${(loadavg()[1] ?? 0).toFixed(1)} on ${availableParallelism()}`
  const lines = figures.map((figure) => `| ${[day, commit, load, ...cells(figure)].join(' | ')} |\n`)
  await appendFile('bench/results.md', lines.join(''))
  console.log(`Recorded for ${commit}.`)
}

function cells({ scenario, measured, limit, ratio, goal }: Figure): string[] {
  return [scenario, measured, limit, ratio.toFixed(2), goal]
}
