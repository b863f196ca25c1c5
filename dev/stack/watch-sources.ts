import { existsSync, watch } from 'node:fs'
import { join, sep } from 'node:path'
import { repositoryRoot } from '@gatehouse/admin/repository-root'
import type { Service } from './service-table.ts'

const quietForMs = 150
const shared = ['proto', 'service-kit']

type WatchOptions = {
  services: Service[]
  onChange: (services: Service[]) => void
  signal: AbortSignal
  root?: string
}

/** Tells which services are touched when their sources change, once the editor has been quiet for a moment. */
export function watchSources({ services, onChange, signal, root = repositoryRoot }: WatchOptions): void {
  const touched = new Set<Service>()
  let timer: NodeJS.Timeout | undefined
  const touch = (owners: Service[]) => {
    for (const owner of owners) touched.add(owner)
    clearTimeout(timer)
    timer = setTimeout(() => {
      onChange([...touched])
      touched.clear()
    }, quietForMs)
  }
  for (const folder of [...shared, ...services.map((service) => service.package)]) {
    if (!existsSync(join(root, folder))) continue
    const owners = shared.includes(folder)
      ? services
      : services.filter((service) => service.package === folder)
    watch(join(root, folder), { recursive: true, signal }, (_, file) => {
      if (file !== null && isSource(file)) touch(owners)
    })
  }
  signal.addEventListener('abort', () => clearTimeout(timer))
}

function isSource(file: string): boolean {
  const isElsewhere = file.split(sep).some((part) => part === 'dist' || part === 'node_modules')
  return !isElsewhere && file.endsWith('.ts') && !file.endsWith('.test.ts')
}
