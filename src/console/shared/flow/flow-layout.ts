/** The places of steps on the canvas: from top to bottom, by dagre. Without the page. */
import { Graph, layout } from '@dagrejs/dagre'
import type { FlowAnswer } from '../../api/triggers.ts'
import { START } from '../trigger-text/step-kinds.ts'

const NODE_WIDTH = 236
const END_WIDTH = 72

export interface PlacedNode {
  id: string
  kind: 'start' | 'step' | 'end'
  x: number
  y: number
  width: number
  height: number
}

export interface PlacedEdge {
  id: string
  from: string
  to: string
  way: FlowAnswer['steps'][number]['ways'][number]['way']
  people: number
}

export interface PlacedFlow {
  nodes: PlacedNode[]
  edges: PlacedEdge[]
  width: number
}

type Flow = Pick<FlowAnswer, 'start' | 'entered' | 'steps'>

/** The edges; a way out of the trigger leads to an end of its own. */
function edgesOf({ entered, steps }: Flow): PlacedEdge[] {
  const first = steps[0]
  const out = steps.flatMap(({ key, ways }) =>
    ways
      // Their runs end there, which is said where it has happened.
      .filter(({ way, to, people }) => way !== 'unmeasured' || to !== null || people > 0)
      .map(({ way, to, people }) => ({
        id: `${way} ${key}`,
        from: key,
        to: to ?? ` end ${way} ${key}`,
        way,
        people,
      })),
  )
  const begin = {
    id: START,
    from: START,
    to: first?.key ?? ` end next${START}`,
    way: 'next',
    people: entered,
  }
  return [begin as PlacedEdge, ...out]
}

/** `heightOf`: of the box of a step, by its key. */
export function placeFlow(flow: Flow, heightOf: (key: string) => number): PlacedFlow {
  const edges = edgesOf(flow)
  const graph = new Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', nodesep: 48, ranksep: 58, marginx: 12, marginy: 12 })
  graph.setDefaultEdgeLabel(() => ({}))
  const boxes = new Map<string, Pick<PlacedNode, 'kind' | 'width' | 'height'>>()
  boxes.set(START, { kind: 'start', width: NODE_WIDTH, height: heightOf(START) })
  for (const { key } of flow.steps)
    boxes.set(key, { kind: 'step', width: NODE_WIDTH, height: heightOf(key) })
  for (const { to } of edges)
    if (!boxes.has(to)) boxes.set(to, { kind: 'end', width: END_WIDTH, height: 28 })
  for (const [id, { width, height }] of boxes) graph.setNode(id, { width, height })
  for (const { id, from, to } of edges) graph.setEdge(from, to, {}, id)
  layout(graph)
  const nodes = [...boxes].map(([id, box]): PlacedNode => {
    const { x = 0, y = 0 } = graph.node(id) as { x?: number; y?: number }
    return { id, ...box, x: x - box.width / 2, y: y - box.height / 2 }
  })
  return { nodes, edges, width: Math.max(...nodes.map(({ x, width }) => x + width)) + 12 }
}
