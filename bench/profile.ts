/** Summarizes a CPU profile: the functions with the most self time. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Profile {
  nodes: {
    id: number
    callFrame: { functionName: string; url: string; lineNumber: number }
    children?: number[]
  }[]
  samples: number[]
  timeDeltas: number[]
}

const IDLE = new Set(['(idle)', '(root)'])

function nameOf({ functionName, url, lineNumber }: Profile['nodes'][number]['callFrame']): string {
  const place = url.replace(/^file:\/\//, '').replace(/^.*\/(node_modules|src)\//, '$1/')
  return `${functionName || '(anonymous)'}${place === '' ? '' : `  ${place}:${lineNumber + 1}`}`
}

/** The room, package or part of Node that a function belongs to. */
function partOf({ functionName, url }: Profile['nodes'][number]['callFrame']): string {
  const found = /node_modules\/((?:@[^/]+\/)?[^/]+)|\/src\/([^/]+)|^(node:[^/]+)/.exec(url)
  return (
    found?.[1] ??
    (found?.[2]
      ? `src/${found[2]}`
      : (found?.[3] ?? (functionName.startsWith('(') ? functionName : 'native')))
  )
}

export function summary(folder: string, most = 35): string {
  const lines: string[] = []
  for (const file of readdirSync(folder).filter(name => name.endsWith('.cpuprofile'))) {
    const { nodes, samples, timeDeltas } = JSON.parse(
      readFileSync(join(folder, file), 'utf8'),
    ) as Profile
    const frames = new Map(nodes.map(node => [node.id, node.callFrame]))
    const byFunction = new Map<string, number>()
    const byPart = new Map<string, number>()
    let busy = 0
    samples.forEach((id, at) => {
      const frame = frames.get(id)!
      if (IDLE.has(frame.functionName)) return
      const time = timeDeltas[at]!
      busy += time
      byFunction.set(nameOf(frame), (byFunction.get(nameOf(frame)) ?? 0) + time)
      byPart.set(partOf(frame), (byPart.get(partOf(frame)) ?? 0) + time)
    })
    const share = (time: number) => `${((100 * time) / busy).toFixed(1)} %`.padStart(8)
    const ranked = (times: Map<string, number>) =>
      [...times].sort((a, b) => b[1] - a[1]).slice(0, most)
    lines.push(`${file}: ${(busy / 1e6).toFixed(1)} s busy`)
    lines.push(...ranked(byPart).map(([part, time]) => `${share(time)}  ${part}`), '')
    lines.push(...ranked(byFunction).map(([name, time]) => `${share(time)}  ${name}`), '')
  }
  return lines.join('\n')
}
