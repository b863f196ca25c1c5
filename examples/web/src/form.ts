import { GatehouseError } from '@gatehouse/client'
import { element } from './dom.ts'
import { explain } from './errors.ts'

type Field = { name: string; label: string; type?: string; autocomplete?: AutoFill; value?: string }

/** A form that shows the errors of `onSubmit`: those of fields beside the field, others below. */
export function form(
  submit: string,
  fields: Field[],
  onSubmit: (values: Record<string, string>) => Promise<void>,
): HTMLFormElement {
  const inputs = fields.map(({ label, ...field }) => {
    const problem = element('span', { className: 'problem', id: `${field.name}-problem` })
    const input = element('input', { required: true, ...field })
    input.setAttribute('aria-describedby', problem.id)
    return { input, problem, row: element('div', {}, element('label', {}, label, input), problem) }
  })
  const alert = element('p', { role: 'alert' })
  const show = (error?: unknown) => {
    alert.textContent = error === undefined ? '' : explain(error)
    for (const { input, problem } of inputs)
      problem.textContent = (error instanceof GatehouseError && error.fields[input.name]?.message) || ''
  }
  const created = element('form', { noValidate: true }, ...inputs.map(({ row }) => row))
  created.append(element('button', {}, submit), alert)
  created.onsubmit = async (event) => {
    event.preventDefault()
    show()
    const values = Object.fromEntries(inputs.map(({ input }) => [input.name, input.value]))
    await onSubmit(values).catch(show)
  }
  return created
}
