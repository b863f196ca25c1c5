import mongoose from 'mongoose'
import type { Snapshot } from './snapshot.ts'

/** Of a path, such as `accounts.email: string` or `sessions:{…} field: # # text`. */
export type Forms = { versions: Record<string, number>; paths: string[] }

/** The paths and types of everything in a snapshot, without its values. */
export function formsOf({ accounts, webhooks, redis }: Snapshot): Forms {
  const paths = new Set<string>()
  for (const [database, collections] of Object.entries({ accounts, webhooks }))
    for (const [collection, documents] of Object.entries(collections))
      for (const document of documents) addDocument(`${database}/${collection}`, document, paths)
  for (const { key, ...value } of redis) addKey(key.replace(/:outbox$/, ' outbox'), value, paths)
  return { versions: { ...versionsOf(accounts), ...versionsOf(webhooks) }, paths: [...paths].toSorted() }
}

function versionsOf({ schema_versions: versions = [] }: Snapshot['accounts']): Record<string, number> {
  const entries = versions as { _id: string; version: number }[]
  return Object.fromEntries(entries.map(({ _id, version }) => [_id, Number(version)]))
}

function addDocument(path: string, value: unknown, paths: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) addDocument(`${path}[]`, item, paths)
  else if (isPlain(value))
    for (const [name, item] of Object.entries(value)) addDocument(`${path}.${name}`, item, paths)
  else paths.add(`${path}: ${typeOf(value)}`)
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (value instanceof Date) return 'date'
  if (typeof value !== 'object') return typeof value
  if (!(value instanceof mongoose.mongo.BSON.BSONValue)) return 'object'
  // Which of the three depends on the value.
  return ['Int32', 'Double', 'Long'].includes(value._bsontype) ? 'number' : value._bsontype
}

function addKey(
  key: string,
  { type, value }: Omit<Snapshot['redis'][number], 'key' | 'ttlMs'>,
  paths: Set<string>,
) {
  const path = `redis/${familyOf(key)}`
  const add = (at: string, text: string) => {
    for (const form of textForms(text)) paths.add(`${path} (${type})${at}: ${form}`)
  }
  if (typeof value === 'string') add('', value)
  else if (Array.isArray(value)) for (const item of value) add('', item)
  else if (type === 'hash') for (const [name, text] of Object.entries(value)) add(`.${familyOf(name)}`, text)
  else
    for (const [, fields] of (value as { entries: [string, string[]][] }).entries)
      for (let index = 0; index < fields.length; index += 2) add(`.${fields[index]}`, fields[index + 1] ?? '')
}

/** Ids, digests and addresses become `*`, and so do the names of limits. */
function familyOf(key: string): string {
  return key
    .replace(/^((?:limit|window):[^:]+).*/, '$1:*')
    .replace(/\{[^}]*\}/g, '{*}')
    .replace(/\d+(\.\d+){3}(\/\d+)?/g, '*')
    .replace(/[\w-]{20,}|\d{15,}/g, '*')
}

/** A text of lines, some of which are JSON. */
function textForms(text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const at = text.includes('\n') ? `line ${index + 1}` : ''
    const json = parsed(line)
    if (json === undefined)
      return [`${at} ${line.replace(/\d+/g, '#').replace(/^.*[^# ].*$/, 'text')}`.trim()]
    const paths = new Set<string>()
    addDocument(`${at}${at ? ' ' : ''}JSON`, json, paths)
    return [...paths]
  })
}

function parsed(text: string): unknown {
  if (!/^[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
