import { relative } from 'node:path'

/** Adds up the counts of runs. */
export function countsOf(reports) {
  const sum = (name) => reports.reduce((total, report) => total + report[name], 0)
  return `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`
}

/** For each failed test: its file, the command that runs it alone, and how busy the machine was meanwhile. */
export function describeFailures(reports) {
  return reports.flatMap(({ failures }) => failures.map(describeFailure)).join('\n')
}

function describeFailure({ file, title, isHook, message, machine }) {
  const path = file ? relative(process.cwd(), file) : 'unknown file'
  return [
    `${path}: ${title}`,
    `  ${message.split('\n')[0]}`,
    `  npx mocha ${path}${isHook ? '' : ` -f ${quoted(title)}`}`,
    ...(machine ? [`  ${describeMachine(machine)}`] : []),
    '',
  ].join('\n')
}

function describeMachine({ load, waitingShare, stolenShare }) {
  return `meanwhile: load ${load.toFixed(1)}, tasks waited for a processor ${percent(waitingShare)} of the time, ${percent(stolenShare)} stolen`
}

const percent = (share) => `${Math.round(share * 100)} %`
const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`
