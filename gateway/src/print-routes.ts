import type { Route } from './http/route.ts'
import { rateLimits } from './limits.ts'
import { routes } from './routes.ts'

const headings = ['method', 'path', 'access', 'limit', 'errors']

export function routesTable(table: readonly Route[]): string {
  const rows = [headings, ...table.map(rowOf)]
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  return `${rows.map((row) => line(row).trimEnd()).join('\n')}\n`
}

function rowOf(route: Route): string[] {
  return [route.method.toUpperCase(), route.path, route.access, limitOf(route), route.errors.join(' ') || '-']
}

function limitOf({ rateLimit, limitedBy }: Route): string {
  if (!rateLimit) return limitedBy ?? '-'
  const { bucket, per } = rateLimit
  const { limit, windowSeconds } = rateLimits[bucket]
  return `${bucket} ${limit}/${windowSeconds} s${per ? ` per ${per}` : ''}`
}

if (import.meta.main) process.stdout.write(routesTable(routes))
