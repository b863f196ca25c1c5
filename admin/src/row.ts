import Table from 'cli-table3'

/** Colours would be in the way where the output is read by a script. */
const plain = { head: [], border: [] }

/** What a command tells: one flat record, as it stands in JSON. */
export type Row = Record<string, string | number | boolean | string[] | null>

/** What a command tells in words of its own; with `isRefusal` some of what was asked was refused, and it exits with 1. */
export type Report = { json: object; text: string; isRefusal?: boolean }

/** What comes out of a command. */
export type Result = Row | Row[] | Report

/** One line of JSON: a record, or an array of them. */
export function asJson(result: Result): string {
  return JSON.stringify(isReport(result) ? result.json : result)
}

/** The same for people: a record as name and value, a list as a table with a line for each. */
export function asText(result: Result): string {
  if (isReport(result)) return result.text
  return Array.isArray(result) ? listTable(result) : recordTable(result)
}

/** Whether a command that did its work has to exit with 1 all the same. */
export function isRefusal(result: Result): boolean {
  return isReport(result) && result.isRefusal === true
}

function isReport(result: Result): result is Report {
  return 'json' in result && typeof result.json === 'object'
}

function recordTable(row: Row): string {
  const table = new Table({ style: plain })
  table.push(...Object.entries(row).map(([name, value]) => ({ [name]: cell(value) })))
  return table.toString()
}

function listTable(rows: Row[]): string {
  const [first] = rows
  if (!first) return 'none'
  const names = Object.keys(first)
  const table = new Table({ head: names, style: plain })
  table.push(...rows.map((row) => names.map((name) => cell(row[name] ?? null))))
  return table.toString()
}

function cell(value: Row[string]): string {
  if (Array.isArray(value)) return value.join('\n')
  return value === null ? '-' : String(value)
}
