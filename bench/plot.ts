/** `value` 1 is the goal. */
export type Line = { name: string; points: { commit: string; value: number }[] }

const width = 720
const height = 200
const frame = { left: 48, right: 150, top: 28, bottom: 36 }
/** Distinguishable in light and dark, also with red-green colour blindness. */
const colours = ['#3b82f6', '#d97706', '#0d9488', '#c026d3', '#71717a']

/** An SVG of lines over commits, in the order of the runs, on a logarithmic scale with the goal as a dashed line. */
export function plot(title: string, lines: Line[]): string {
  const commits = [...new Set(lines.flatMap(({ points }) => points.map(({ commit }) => commit)))]
  const values = lines.flatMap(({ points }) => points.map(({ value }) => value))
  const [low, high] = [Math.min(0.5, ...values) / 1.2, Math.max(2, ...values) * 1.2]
  const x = (commit: string) =>
    frame.left + ((commits.indexOf(commit) + 0.5) / commits.length) * (width - frame.left - frame.right)
  const y = (value: number) =>
    frame.top + (Math.log(high / value) / Math.log(high / low)) * (height - frame.top - frame.bottom)
  const ticks = [0.01, 0.1, 0.25, 0.5, 1, 2, 4, 10, 100].filter((tick) => tick >= low && tick <= high)
  const places = labelPlaces(lines.map(({ points }) => y(points.at(-1)?.value ?? 1)))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">
<style>text{font:11px sans-serif;fill:#3f3f46}.grid{stroke:#d4d4d8}.goal{stroke:#71717a;stroke-dasharray:5 4}@media(prefers-color-scheme:dark){text{fill:#d4d4d8}.grid{stroke:#3f3f46}}</style>
<text x="${frame.left}" y="16">${escaped(title)}</text>
${ticks.map((tick) => tickOf(tick, y(tick))).join('\n')}
${commits.map((commit) => `<text x="${round(x(commit))}" y="${height - 14}" text-anchor="middle">${escaped(commit.slice(0, 7))}</text>`).join('\n')}
${lines.map((line, index) => lineOf(line, { x, y, colour: colours[index % colours.length] ?? '', place: places[index] ?? 0 })).join('\n')}
</svg>
`
}

function tickOf(tick: number, y: number): string {
  const line = `<line class="${tick === 1 ? 'goal' : 'grid'}" x1="${frame.left}" x2="${width - frame.right}" y1="${round(y)}" y2="${round(y)}"/>`
  return `${line}<text x="${frame.left - 6}" y="${round(y + 4)}" text-anchor="end">${tick === 1 ? 'goal' : tick}</text>`
}

type Placement = { x(commit: string): number; y(value: number): number; colour: string; place: number }

function lineOf({ name, points }: Line, { x, y, colour, place }: Placement): string {
  const path = points.map(({ commit, value }) => `${round(x(commit))},${round(y(value))}`)
  const dots = path
    .map((point) => point.split(','))
    .map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${colour}"/>`)
  const label = `<text x="${width - frame.right + 8}" y="${round(place + 4)}" style="fill:${colour}">${escaped(name)} ${(points.at(-1)?.value ?? 0).toFixed(2)}</text>`
  return `<polyline points="${path.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join('')}${label}`
}

/** As close to the ends of the lines as possible, and at least a line of text apart. */
function labelPlaces(ends: number[]): number[] {
  const gap = 13
  const places = [...ends]
  const order = ends.map((_, index) => index).sort((a, b) => (ends[a] ?? 0) - (ends[b] ?? 0))
  for (const [rank, index] of order.entries()) {
    const above = order[rank - 1]
    if (above !== undefined) places[index] = Math.max(places[index] ?? 0, (places[above] ?? 0) + gap)
  }
  return places
}

const round = (value: number) => Math.round(value * 10) / 10
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
