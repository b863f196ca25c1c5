import { closeSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs'

const maxLogBytes = 20 * 1024 * 1024
const maxLineLength = 240

/** Where in its log file a process began to write. */
export type LogStart = { file: string; offset: number }

/** Moves a log that has grown large aside (`.1`), so that logs kept between runs stay bounded. */
export function rotateLog(file: string): void {
  if (sizeOf(file) > maxLogBytes) renameSync(file, `${file}.1`)
}

/** Marks the present end of a log file. */
export function logStart(file: string): LogStart {
  return { file, offset: sizeOf(file) }
}

/** The last lines written since `start`, for showing why a process died. */
export function logTail({ file, offset }: LogStart, lines = 10): string {
  const text = readFrom(file, offset).trimEnd()
  return text === '' ? '(it wrote nothing)' : text.split('\n').slice(-lines).map(shortened).join('\n')
}

function shortened(line: string): string {
  return line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line
}

function readFrom(file: string, offset: number): string {
  const descriptor = openSync(file, 'r')
  try {
    const buffer = Buffer.alloc(Math.max(0, fstatSync(descriptor).size - offset))
    readSync(descriptor, buffer, 0, buffer.length, offset)
    return buffer.toString('utf8')
  } finally {
    closeSync(descriptor)
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
