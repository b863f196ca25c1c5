import cliProgress from 'cli-progress'
import type { Terminal } from '../terminal.ts'

/** How far a long task is, with room for lines above it. */
export type Progress = { reached(done: number): void; say(line: string): void; end(): void }

/** Draws a bar on somebody's screen; elsewhere only what is said is printed. */
export function openProgress({ screen, err }: Terminal, total: number): Progress {
  if (!screen?.isTTY || total === 0) return { reached() {}, say: (line) => err(`${line}\n`), end() {} }
  const format = ' {bar} {percentage}% | {eta_formatted} left'
  const bars = new cliProgress.MultiBar(
    { stream: screen, format, clearOnComplete: true },
    cliProgress.Presets.shades_classic,
  )
  const bar = bars.create(total, 0)
  return {
    reached: (done) => bar.update(done),
    say: (line) => bars.log(`${line}\n`),
    end() {
      // Stopping alone would lose what was said since the last drawing.
      bars.update()
      bars.stop()
    },
  }
}
