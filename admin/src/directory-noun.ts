import type { GuildsService } from '@gatehouse/proto/gen/guilds/v1/guilds'
import type { RpcClient } from '@gatehouse/service-kit/grpc/connect'
import type { Command } from 'commander'
import type { Run } from './action.ts'
import { answered } from './answered.ts'
import { everyPage, type Page, type PageRequest } from './every-page.ts'
import type { Row } from './row.ts'

export type Directory = RpcClient<typeof GuildsService, 'admin'>

/** One kind of record in the guild directory, and how its commands reach it. */
export type DirectoryNoun<Item, Key extends string, Within extends string> = {
  name: string
  summary: string
  put: (command: Command, run: Run) => Command
  /** The options that identify one record, with example values. */
  key: Record<Key, string>
  /** The options that filter a list, with example values. */
  within: Record<Within, string>
  listsAll?: boolean
  get(directory: Directory, key: Record<Key, string>): Promise<Item | undefined>
  list(directory: Directory, within: Record<Within, string>, page: PageRequest): Promise<Page<Item>>
  delete(directory: Directory, key: Record<Key, string>): Promise<{ deleted: boolean }>
  row(item: Item): Row
}

/** Adds `put`, `get`, `list` and `delete` of a kind of record. */
export function addDirectoryNoun<Item, Key extends string, Within extends string>(
  program: Command,
  run: Run,
  noun: DirectoryNoun<Item, Key, Within>,
): void {
  const parent = program
    .command(noun.name)
    .description(noun.summary)
    .addHelpText('after', example(noun.name, 'list', noun.within))
  noun.put(parent.command('put'), run)

  requireAll(parent.command('get'), noun.key)
    .description(`Shows one ${noun.name}`)
    .addHelpText('after', example(noun.name, 'get', noun.key))
    .action(
      run<Record<Key, string>>(async ({ guilds }, key) => noun.row(answered(await noun.get(guilds(), key)))),
    )

  const [container] = noun.listsAll ? [] : Object.keys(noun.within)
  const list = parent
    .command('list')
    .description(`Lists every ${noun.name}${container === undefined ? '' : ` of a ${container}`}`)
  const narrowed = noun.listsAll ? offerAll(list, noun.within) : requireAll(list, noun.within)
  narrowed.addHelpText('after', example(noun.name, 'list', noun.within)).action(
    run<Record<Within, string>>(async ({ guilds }, within) => {
      const directory = guilds()
      const items = await everyPage((page) => noun.list(directory, within, page))
      return items.map(noun.row)
    }),
  )

  requireAll(parent.command('delete'), noun.key)
    .description(`Deletes one ${noun.name} with its contents; safe to repeat`)
    .addHelpText('after', example(noun.name, 'delete', noun.key))
    .action(
      run<Record<Key, string>>(async ({ guilds }, key) => {
        const { deleted } = await noun.delete(guilds(), key)
        return { deleted }
      }),
    )
}

const meanings: Record<string, string> = {
  id: 'its id',
  guild: 'guild id',
  channel: 'channel id',
  user: 'account id',
}

export function example(noun: string, verb: string, options: Record<string, string>): string {
  const flags = Object.entries(options).map(([name, value]) => ` --${name} ${value}`)
  return `\nExample:\n  npm run admin -- ${noun} ${verb}${flags.join('')}`
}

function requireAll(command: Command, options: Record<string, string>): Command {
  return Object.keys(options).reduce(
    (all, name) => all.requiredOption(`--${name} <id>`, meanings[name]),
    command,
  )
}

function offerAll(command: Command, options: Record<string, string>): Command {
  return Object.keys(options).reduce(
    (all, name) => all.option(`--${name} <id>`, `only of this ${name}`),
    command,
  )
}
