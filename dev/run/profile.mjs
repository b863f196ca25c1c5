import { readFileSync } from 'node:fs'

/** A table of the rows that dev/testing/profile.ts wrote, the most processor time first. */
export function describeProfile(file) {
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .toSorted((a, b) => b.cpuSeconds - a.cpuSeconds)
  const total = rows.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)
  const startCount = rows.reduce((sum, { starts }) => sum + starts, 0)
  return [
    'processor time   starts',
    ...[...rows, { name: 'in all', cpuSeconds: total, starts: startCount }].map(describeRow),
  ].join('\n')
}

function describeRow({ name, cpuSeconds, starts }) {
  return `${cpuSeconds.toFixed(1).padStart(12)} s ${String(starts).padStart(8)}  ${name}`
}
