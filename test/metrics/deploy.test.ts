/**
 * The alarms and the dashboard of deploy/, and the pages about metrics, against those that a
 * running service exposes.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { parse } from 'yaml'
import { type RunningApp, startApp } from '../support/app.ts'

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

interface Rule {
  alert: string
  expr: string
  annotations: { summary: string }
}

interface Panel {
  type: string
  title: string
  targets?: { expr: string }[]
}

const rules = (): Rule[] =>
  parse(textOf('deploy/prometheus-alerts.yml')).groups.flatMap(
    (group: { rules: Rule[] }) => group.rules,
  )
const panels = (): Panel[] => JSON.parse(textOf('deploy/grafana-dashboard.json')).panels
const expressions = (): string[] => [
  ...rules().map(({ expr }) => expr),
  ...panels().flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
]

/** Metrics of an expression with the labels that they are asked for by. */
function asked(expression: string): { name: string; labels: string[] }[] {
  return [...expression.matchAll(/\b((?:pennypost|process|nodejs)_\w+|up)(?:\{([^}]*)\})?/g)].map(
    ([, name, selector = '']) => ({
      name: name!,
      labels: [...selector.matchAll(/(\w+)\s*[=!]/g)].map(([, label]) => label!),
    }),
  )
}

describe('deploy', () => {
  let running: RunningApp
  /** By name, the type; a histogram has three names. */
  const exposed = new Map<string, string>()
  const types = new Map<string, string>()
  let ours: string[]
  let labelsOf: (name: string) => string[]
  before(async () => {
    running = await startApp()
    const text = await (await fetch(`${running.origin}/metrics`)).text()
    for (const [, name, type] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
      types.set(name!, type!)
      for (const end of type === 'histogram'
        ? ['_bucket', '_sum', '_count']
        : type === 'summary'
          ? ['_sum', '_count']
          : [''])
        exposed.set(`${name}${end}`, name!)
    }
    ours = [...new Set(exposed.values())].filter(name => name.startsWith('pennypost_')).sort()
    const rows = new Map(
      [...textOf('docs/metrics.md').matchAll(/^\| `(\w+)` \| \w+ \| ([^|]*) \|/gm)].map(
        ([, name, labels]) => [name!, labels!],
      ),
    )
    labelsOf = name =>
      [...(rows.get(exposed.get(name)!) ?? '').matchAll(/`(\w+)`/g)].map(([, label]) => label!)
  })
  after(() => running.close())

  test('alarms and dashboard ask for metrics and labels that there are', () => {
    const used = expressions().flatMap(asked)
    assert.ok(used.length > 50)
    const unknown = used
      .filter(({ name }) => name !== 'up' && !exposed.has(name))
      .map(({ name }) => name)
    assert.deepEqual(unknown, [])
    const of = (name: string) => ['job', 'instance', 'le', ...labelsOf(name)]
    const wrong = used.flatMap(({ name, labels }) =>
      labels.filter(label => !of(name).includes(label)).map(label => `${name}{${label}}`),
    )
    assert.deepEqual(wrong, [])
  })

  test('counters end in _total, and nothing else does', () => {
    const wrong = [...types].filter(
      ([name, type]) => name.endsWith('_total') !== (type === 'counter'),
    )
    assert.deepEqual(wrong, [])
  })

  test('what it asks for is found in an expression', () => {
    assert.deepEqual(
      asked('max(pennypost_a{kind=~"x|y",job="z"}) > 0 and rate(process_b[5m]) == up'),
      [
        { name: 'pennypost_a', labels: ['kind', 'job'] },
        { name: 'process_b', labels: [] },
        { name: 'up', labels: [] },
      ],
    )
  })

  test('docs/metrics.md lists what is exposed', () => {
    const listed = [...textOf('docs/metrics.md').matchAll(/^\| `(\w+)` \|/gm)].map(
      ([, name]) => name!,
    )
    assert.deepEqual(listed, ours)
  })

  test('operating.md names each alarm, and no other', () => {
    const named = [...textOf('docs/operating.md').matchAll(/`(Pennypost[A-Z]\w+)`/g)].map(
      ([, name]) => name!,
    )
    assert.deepEqual(
      named.sort(),
      rules()
        .map(({ alert }) => alert)
        .sort(),
    )
    assert.ok(rules().every(({ annotations }) => annotations.summary.length > 10))
  })
})
