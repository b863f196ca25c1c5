import '@gatehouse/service-kit/process/end-while-starting'

await import('./run.ts')
