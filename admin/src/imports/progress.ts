import cliProgress from 'cli-progress'
import type { Terminal } from '../terminal.ts'

export type Progress = { reached(done: number): void; say(line: string): void; end(): void }

/** Draws a bar on a terminal; elsewhere prints only the lines of text. */
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
      // `stop` alone would lose lines since the last update.
      bars.update()
      bars.stop()
    },
  }
}
