/**
 * The files of deploy/ for containers and systemd: each parses, and names settings, commands and
 * parts of itself that there are. Its alarms and its dashboard: metrics/deploy.test.ts.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { describe, test } from 'node:test'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { Service } from 'kubernetes-models/v1/Service'
import { parse, parseAllDocuments } from 'yaml'
import { groups } from '../../src/cli/groups.ts'
import { readConfig, settings } from '../../src/settings/config.ts'

const folder = resolve(import.meta.dirname, '../../deploy')
const textOf = (file: string) => readFileSync(join(folder, file), 'utf8')
const files = (pattern: string) => globSync(pattern, { cwd: folder }).sort()
const { stopTimeout } = readConfig({}).process

/** Names that are no settings of the program. */
const unknown = (names: string[], ...others: string[]) =>
  names.filter(name => ![...settings.map(setting => setting.name), ...others].includes(name))

/** By the version of their API. */
const MODELS: Record<string, new (manifest: never) => { validate(): void }> = {
  'apps/v1 Deployment': Deployment,
  'apps/v1 StatefulSet': StatefulSet,
  'networking.k8s.io/v1 Ingress': Ingress,
  'v1 ConfigMap': ConfigMap,
  'v1 Service': Service,
}

describe('Kubernetes', () => {
  interface Pod {
    terminationGracePeriodSeconds: number
    securityContext: { runAsNonRoot: boolean; runAsUser: number }
    containers: {
      env?: { name: string }[]
      ports: { name: string; containerPort: number }[]
      volumeMounts: { name: string }[]
      [probe: `${string}Probe`]: { httpGet: { path: string; port: string } }
    }[]
    volumes: { name: string }[]
  }
  interface Manifest {
    apiVersion: string
    kind: string
    data?: Record<string, string>
    spec?: {
      selector: { matchLabels?: object }
      template?: { metadata: { labels: object }; spec: Pod }
      volumeClaimTemplates?: { metadata: { name: string } }[]
    }
  }
  const manifests = files('kubernetes*.yaml').flatMap(file =>
    parseAllDocuments(textOf(file)).map(document => {
      assert.deepEqual(document.errors, [], file)
      return document.toJS() as Manifest
    }),
  )

  test('manifests are as the API wants them', () => {
    assert.ok(manifests.length >= 8)
    for (const manifest of manifests) {
      const Model = MODELS[`${manifest.apiVersion} ${manifest.kind}`]!
      assert.doesNotThrow(() => new Model(manifest as never).validate(), manifest.kind)
    }
  })

  test('pods have what they mount, serve what is probed, and the settings that there are', () => {
    const sets = manifests.filter(({ spec }) => spec?.template)
    assert.equal(sets.length, 3)
    for (const { spec } of sets) {
      const { selector, template, volumeClaimTemplates = [] } = spec!
      assert.deepEqual(selector.matchLabels, template!.metadata.labels)
      const pod = template!.spec
      assert.ok(pod.terminationGracePeriodSeconds > stopTimeout)
      assert.ok(pod.securityContext.runAsNonRoot && pod.securityContext.runAsUser > 0)
      const volumes = [
        ...pod.volumes.map(({ name }) => name),
        ...volumeClaimTemplates.map(({ metadata }) => metadata.name),
      ]
      for (const container of pod.containers) {
        assert.deepEqual(container.volumeMounts.map(({ name }) => name).sort(), volumes.sort())
        const probes = Object.entries(container).filter(([name]) => name.endsWith('Probe'))
        assert.ok(probes.length >= 2)
        for (const [name, { httpGet }] of probes as [string, Pod['containers'][0]['aProbe']][]) {
          assert.equal(httpGet.path, name === 'readinessProbe' ? '/readyz' : '/healthz')
          assert.ok(container.ports.some(port => port.name === httpGet.port))
        }
        assert.deepEqual(unknown((container.env ?? []).map(({ name }) => name)), [])
      }
    }
    for (const { data = {} } of manifests) assert.deepEqual(unknown(Object.keys(data)), [])
  })
})

describe('Compose', () => {
  interface Part {
    image: string
    build?: { context: string; dockerfile: string; args: Record<string, string> }
    environment?: Record<string, string>
    stop_grace_period: string
    volumes?: string[]
    depends_on?: Record<string, { condition: string }>
    healthcheck?: object
  }

  for (const file of files('compose*.yaml'))
    test(`${file} names settings, volumes and services that there are`, () => {
      const { services, volumes } = parse(textOf(file), { merge: true }) as {
        services: Record<string, Part>
        volumes: Record<string, null>
      }
      const args = [...textOf('Dockerfile').matchAll(/^ARG (\w+)/gm)].map(([, name]) => name)
      for (const service of Object.values(services)) {
        assert.ok(Number.parseInt(service.stop_grace_period, 10) > stopTimeout)
        for (const volume of service.volumes ?? [])
          assert.ok(volume.split(':')[0]! in volumes, volume)
        for (const [name, { condition }] of Object.entries(service.depends_on ?? {})) {
          assert.equal(condition, 'service_healthy')
          assert.ok(services[name]?.healthcheck ?? services[name]?.build, name)
        }
        if (service.build === undefined) continue
        assert.equal(resolve(folder, service.build.context), resolve(folder, '..'))
        assert.equal(service.build.dockerfile, 'deploy/Dockerfile')
        assert.deepEqual(Object.keys(service.build.args), args)
        assert.deepEqual(unknown(Object.keys(service.environment ?? {})), [])
      }
    })
})

describe('the image', () => {
  const lines = textOf('Dockerfile').replaceAll('\\\n', ' ')

  test('has settings that there are, and a user by number', () => {
    const [, given] = /^ENV (.*)$/m.exec(lines)!
    const names = [...given!.matchAll(/(\w+)=/g)].map(([, name]) => name!)
    assert.deepEqual(unknown(names, 'NODE_ENV'), [])
    assert.match(lines, /^USER \d+:\d+$/m)
    assert.match(textOf('compose.yaml'), /^ +COMMIT: /m)
  })

  test('is healthy while a process of any role lives, with or without its store', async () => {
    const [, command] = /^HEALTHCHECK .*?CMD (\[.*\])$/m.exec(lines)!
    const [, ...args] = JSON.parse(command!) as string[]
    const check = (PORT: number, HEALTH_PORT: number) =>
      new Promise(done =>
        execFile(
          process.execPath,
          args,
          { env: { PORT: `${PORT}`, HEALTH_PORT: `${HEALTH_PORT}` } },
          error => done(error === null),
        ),
      )
    const asked: string[] = []
    const server = createServer((req, res) => {
      asked.push(req.url!)
      res.writeHead(req.url === '/healthz' ? 200 : 503).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const none = createServer((_, res) => res.writeHead(503).end()).listen(0, '127.0.0.1')
    await once(none, 'listening')
    const other = (none.address() as AddressInfo).port
    try {
      assert.deepEqual(
        [await check(port, other), await check(other, port), await check(other, other)],
        [true, true, false],
      )
      assert.ok(asked.every(path => path === '/healthz'))
    } finally {
      server.close()
      none.close()
    }
  })
})

describe('systemd', () => {
  for (const file of files('*.service'))
    test(`${file} starts a command that there is, with settings that there are`, () => {
      const unit = textOf(file)
      const [, command] = /^ExecStart=.*bin\/pennypost\.js ([\w-]+)/m.exec(unit)!
      assert.ok(
        groups.some(({ name }) => name === command),
        command,
      )
      const names = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, given]) =>
        given!.split(' ').map(one => one.split('=')[0]!),
      )
      assert.deepEqual(unknown(names), [])
      if (command !== 'start') return
      assert.match(unit, /^KillMode=mixed$/m)
      assert.ok(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)![1]) > stopTimeout)
    })

  test('each timer has its service', () => {
    for (const file of files('*.timer'))
      assert.ok(files('*.service').includes(file.replace(/timer$/, 'service')))
  })
})

test('comments of deploy/ name settings that there are', () => {
  for (const file of files('*').filter(name => !name.endsWith('.json'))) {
    const names = [...textOf(file).matchAll(/^# {3,}(?:export )?([A-Z][A-Z_]+)=/gm)]
    const ofCompose = ['COMMIT', 'POSTGRES_PASSWORD']
    assert.deepEqual(
      unknown(
        names.map(([, name]) => name!),
        ...ofCompose,
      ),
      [],
      file,
    )
  }
})
