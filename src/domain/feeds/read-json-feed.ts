/** Reads JSON Feed (jsonfeed.org), versions 1 and 1.1. */
import { JsonRefused, readJson } from '../../lib/json.ts'
import { MOST_FEED_ITEMS } from './feed.ts'
import type { RawItem } from './item-parts.ts'

export interface JsonFeed {
  title: string
  link: string | undefined
  items: RawItem[]
}

type Values = Record<string, unknown>

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textIn = (values: Values, name: string): string | undefined => {
  const value = values[name]
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Undefined: it is no JSON, or no feed. */
export function readJsonFeed(text: string): JsonFeed | undefined {
  const root = parsed(text)
  if (!isValues(root) || !Array.isArray(root.items)) return undefined
  if (!/^https?:\/\/jsonfeed\.org\/version\//.test(textIn(root, 'version') ?? '')) return undefined
  const items = root.items.slice(0, MOST_FEED_ITEMS).filter(isValues)
  return {
    title: textIn(root, 'title') ?? '',
    link: textIn(root, 'home_page_url'),
    items: items.map(rawItem),
  }
}

function parsed(text: string): unknown {
  try {
    return readJson(text)
  } catch (error) {
    if (error instanceof JsonRefused || error instanceof SyntaxError) return undefined
    throw error
  }
}

function rawItem(item: Values): RawItem {
  const text = (name: string, isHtml: boolean) => {
    const found = textIn(item, name)
    return found === undefined ? [] : [{ text: found, isHtml }]
  }
  const attached = Array.isArray(item.attachments) ? item.attachments.filter(isValues) : []
  const images = attached.filter(one => textIn(one, 'mime_type')?.startsWith('image/'))
  const pictures = [
    textIn(item, 'image'),
    textIn(item, 'banner_image'),
    ...images.map(one => textIn(one, 'url')),
  ]
  return {
    id: textIn(item, 'id'),
    title: text('title', false)[0],
    texts: [
      ...text('summary', false),
      ...text('content_html', true),
      ...text('content_text', false),
    ],
    link: textIn(item, 'url') ?? textIn(item, 'external_url'),
    pictures: pictures.filter(one => one !== undefined),
    at: textIn(item, 'date_published') ?? textIn(item, 'date_modified'),
  }
}
