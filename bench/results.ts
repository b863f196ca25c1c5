import { execFileSync } from 'node:child_process'
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { type Line, plot } from './plot.ts'
import type { Figure } from './scenario.ts'

/** A figure of a recorded run: `load` is the average of five minutes on so many cores. */
export type Recorded = Figure & { day: string; commit: string; load: string }

const recordsFile = 'bench/results.jsonl'
const pageFile = 'bench/results.md'
const plotFolder = 'bench/plots'

export function printFigures(figures: Figure[]): void {
  for (const figure of figures) {
    const { scenario, measured, limit, detail, ratio, goal } = figure
    console.log(`\n${scenario}: ${ratio.toFixed(2)}, goal ${goal}: ${verdictOf(figure)}`)
    console.log(`  ${measured}\n  ${limit}${detail ? `\n  ${detail}` : ''}`)
  }
}

/** Appends the figures to bench/results.jsonl, with the commit, and writes bench/results.md and the plots anew. */
export async function recordFigures(figures: Figure[]): Promise<void> {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const day = new Date().toISOString().slice(0, 10)
  const load = `${(loadavg()[1] ?? 0).toFixed(1)} on ${availableParallelism()}`
  await appendFile(
    recordsFile,
    figures.map((figure) => `${JSON.stringify({ day, commit, load, ...figure })}\n`).join(''),
  )
  await writePage()
  console.log(`Recorded for ${commit}.`)
}

/** Lines below `## Earlier figures` stay. */
export async function writePage(): Promise<void> {
  const lines = (await readFile(recordsFile, 'utf8')).split('\n').filter((line) => line !== '')
  const series = seriesOf(lines.map((line) => JSON.parse(line)))
  const page = await readFile(pageFile, 'utf8')
  const earlier = page.slice(page.indexOf('## Earlier figures'))
  await mkdir(plotFolder, { recursive: true })
  for (const [scenario, lines] of plotsOf(series))
    await writeFile(`${plotFolder}/${slugOf(scenario)}.svg`, plot(scenario, lines))
  await writeFile(pageFile, `${pageOf(series)}\n${earlier}`)
}

/** The runs of each figure, oldest first, by scenario and limit. */
export function seriesOf(records: Recorded[]): Recorded[][] {
  const byKey = Map.groupBy(records, ({ scenario, limit }) => `${scenario} | ${limitName(limit)}`)
  return [...byKey.values()]
}

export function pageOf(series: Recorded[][]): string {
  const rows = series.flatMap((runs) => runs.slice(-1)).map((newest) => `| ${cellsOf(newest).join(' | ')} |`)
  const plots = [...plotsOf(series).keys()].map((scenario) => `![${scenario}](plots/${slugOf(scenario)}.svg)`)
  return `# Results

Written by \`npm run bench -- --record\` from [results.jsonl](results.jsonl). Every figure stands beside its limit measured in the same run;
only the ratio travels between machines.

- **measured** and **limit**: with the processor time of each process for one request; in brackets that of its classes of threads in us.
- **switches**: context switches of these processes for one request. **load**: processor time of the load generator for one request.
  **stolen**: share of the time that other virtual machines took.
- **ratio**: larger is better. **pass** or **fail** compares it with the goal; \`stated\` has none.
- **load on cores**: average of five minutes. An idle machine running the bench shows about 3 on 2; above that others had a share.

## Newest run of each figure

| day | commit | load on cores | scenario | measured | limit | detail | ratio | goal | |
| --- | ------ | ------------- | -------- | -------- | ----- | ------ | ----- | ---- | --- |
${rows.join('\n')}

## Over commits

Ratio divided by its goal, so that 1 is the goal, on a logarithmic scale.

${plots.join('\n')}
`
}

/** Figures without a goal are not drawn. */
function plotsOf(series: Recorded[][]): Map<string, Line[]> {
  const plots = new Map<string, Line[]>()
  for (const runs of series) {
    const [{ scenario, limit } = { scenario: '', limit: '' }] = runs
    const points = runs.flatMap(({ commit, ratio, goal }) => {
      const target = goalOf(goal)
      return target === null ? [] : [{ commit, value: ratio / target }]
    })
    if (points.length > 0)
      plots.set(scenario, [...(plots.get(scenario) ?? []), { name: limitName(limit), points }])
  }
  return plots
}

function cellsOf(figure: Recorded): string[] {
  const { day, commit, load, scenario, measured, limit, detail = '', ratio, goal } = figure
  return [day, commit, load, scenario, measured, limit, detail, ratio.toFixed(2), goal, verdictOf(figure)]
}

export function verdictOf({ ratio, goal }: Pick<Figure, 'ratio' | 'goal'>): 'pass' | 'fail' | '-' {
  const target = goalOf(goal)
  if (target === null) return '-'
  return (goal.startsWith('>=') ? ratio >= target : ratio > target) ? 'pass' : 'fail'
}

function goalOf(goal: string): number | null {
  const [, target] = /^>=? ([\d.]+)/.exec(goal) ?? []
  return target === undefined ? null : Number(target)
}

/** `raw` of `raw 243 hashes/s`, `limit` of `50 ms`. */
function limitName(limit: string): string {
  return /^[A-Za-z ]*/.exec(limit)?.[0].trim() || 'limit'
}

function slugOf(scenario: string): string {
  return scenario
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
