import Table from 'cli-table3'

/** No colours: scripts read this output. */
const plain = { head: [], border: [] }

export type Row = Record<string, string | number | boolean | string[] | null>

/** A result with a text of its own; with `isRejection` the command exits with 1. */
export type Report = { json: object; text: string; isRejection?: boolean }

export type Result = Row | Row[] | Report

export function asJson(result: Result): string {
  return JSON.stringify(isReport(result) ? result.json : result)
}

/** A record as a table of names and values, a list as a table with one row each. */
export function asText(result: Result): string {
  if (isReport(result)) return result.text
  return Array.isArray(result) ? listTable(result) : recordTable(result)
}

export function isRejection(result: Result): boolean {
  return isReport(result) && result.isRejection === true
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
