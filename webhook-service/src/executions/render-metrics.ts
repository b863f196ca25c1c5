import { counter, gauge, type Metric } from '@gatehouse/service-kit/metrics/metric'

export type RenderMetrics = ReturnType<typeof renderMetrics>

type Load = { small: number; large: number }

export function renderMetrics(reservedBytes: () => Load) {
  const threadEnds = counter({
    labelNames: ['cause'],
    name: 'gatehouse_render_thread_ends_total',
    help: 'Render threads that ended and were replaced, by `cause`: `bytes`, after 16 MiB of bodies; `memory`, when a body exceeded the memory limit of the thread and was answered 413; `time`, when one took longer than 5 s and was answered 503; `error`.',
  })
  const bytes = gauge({
    labelNames: ['budget'],
    name: 'gatehouse_body_bytes_in_flight',
    help: 'Bytes of bodies in memory, inflated, by `budget`: `small` for bodies up to 256 KiB, `large`.',
    collect(metric) {
      for (const [budget, value] of Object.entries(reservedBytes())) metric.set({ budget }, value)
    },
  })
  return { threadEnds, all: [bytes, threadEnds] satisfies Metric[] }
}
