// Search, copy buttons and the URLs of examples. The pages work without it.

const input = document.getElementById('search')
const list = document.getElementById('results')
const status = document.getElementById('search-status')
const maxResults = 12
const excerptBefore = 40
const excerptLength = 140

let index
let selected = -1

function loadIndex() {
  index ??= fetch(`${input.dataset.base}search.json`).then((response) => {
    if (!response.ok) throw new Error(`search.json: ${response.status}`)
    return response.json()
  })
  // A failed request is repeated at the next key.
  index.catch(() => {
    index = undefined
  })
  return index
}

/** Every word must occur. A word in the title counts more than one in a heading, and that more than one in the text. */
function scoreOf(entry, words) {
  let score = 0
  for (const word of words) {
    const found =
      8 * Number(entry.page.toLowerCase().includes(word)) +
      6 * Number(entry.heading.toLowerCase().includes(word)) +
      Math.min(3, entry.text.toLowerCase().split(word).length - 1)
    if (found === 0) return 0
    score += found
  }
  return score
}

function find(entries, words) {
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxResults)
    .map(({ entry }) => entry)
}

function withMarks(text, words) {
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  return text.split(new RegExp(`(${pattern})`, 'gi')).map((part, at) => {
    if (at % 2 === 0) return part
    const mark = document.createElement('mark')
    mark.textContent = part
    return mark
  })
}

function excerptOf(text, words) {
  const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - excerptBefore)
  return (at > 0 ? '…' : '') + text.slice(at, at + excerptLength)
}

function optionOf({ url, page, heading, text }, at, words) {
  const option = document.createElement('a')
  option.id = `result-${at}`
  option.href = input.dataset.base + url
  option.role = 'option'
  option.tabIndex = -1
  option.ariaSelected = 'false'
  const title = document.createElement('strong')
  title.append(...withMarks(heading === page ? page : `${page} › ${heading}`, words))
  const excerpt = document.createElement('span')
  excerpt.append(...withMarks(excerptOf(text, words), words))
  option.append(title, excerpt)
  return option
}

async function search() {
  const query = input.value
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return close()
  let options
  try {
    options = find(await loadIndex(), words).map((entry, at) => optionOf(entry, at, words))
  } catch {
    close()
    status.textContent = 'The search is not available.'
    return
  }
  if (input.value !== query) return
  list.replaceChildren(...options)
  status.textContent = options.length === 1 ? '1 result' : `${options.length} results`
  list.hidden = options.length === 0
  input.ariaExpanded = String(options.length > 0)
  select(-1)
}

function close() {
  list.hidden = true
  status.textContent = ''
  input.ariaExpanded = 'false'
  select(-1)
}

function select(at) {
  list.children[selected]?.setAttribute('aria-selected', 'false')
  selected = at
  const option = list.children[at]
  option?.setAttribute('aria-selected', 'true')
  option?.scrollIntoView({ block: 'nearest' })
  if (option) input.setAttribute('aria-activedescendant', option.id)
  else input.removeAttribute('aria-activedescendant')
}

function onKey(event) {
  const count = list.hidden ? 0 : list.children.length
  if (event.key === 'Escape') close()
  else if (event.key === 'Enter') list.children[Math.max(0, selected)]?.click()
  else if (event.key === 'ArrowDown' && count > 0) select((selected + 1) % count)
  else if (event.key === 'ArrowUp' && count > 0) select((selected - 1 + count) % count)
  else return
  event.preventDefault()
}

input.addEventListener('focus', () => loadIndex().catch(() => {}))
input.addEventListener('input', search)
input.addEventListener('keydown', onKey)
list.addEventListener('click', close)
document.addEventListener('click', ({ target }) => {
  if (!input.parentElement.contains(target)) close()
})
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input, textarea') || event.ctrlKey || event.metaKey || event.altKey
  if (event.key !== '/' || isTyping) return
  event.preventDefault()
  input.focus()
})

/** Examples call the gateway that serves the page. */
function useOwnOrigin(code) {
  const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
  while (texts.nextNode())
    texts.currentNode.data = texts.currentNode.data.replaceAll('http://localhost:8080', location.origin)
}

for (const block of document.querySelectorAll('.code')) {
  useOwnOrigin(block)
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })
  block.append(button)
}
