/** The steps of a trigger on a canvas: lines as thick as the people who took them. */
import {
  Background,
  getBezierPath,
  MarkerType,
  type NodeChange,
  Panel,
  Position,
  ReactFlow,
  type ReactFlowInstance,
} from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { useMemo, useRef } from 'react'
import type { FlowAnswer } from '../../api/triggers.ts'
import { useStableCallback } from '../../parts/stable-callback.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { START, type StepKind } from '../trigger-text/step-kinds.ts'
import type { DrawnWay } from '../trigger-text/step-ways.ts'
import { useDrawnTexts } from '../trigger-words/words.ts'
import {
  EDGE_TYPES,
  type FlowNode,
  NODE_TYPES,
  UndoPanel,
  type WayEdge,
  Zoom,
} from './canvas-views.tsx'
import type { Drawing } from './drawing.ts'
import { type PlacedFlow, type PlacedNode, placeFlow } from './flow-layout.ts'
import { useWayWords } from './flow-words.ts'
import { heightOfCard, type ShownStep } from './step-card.tsx'
import { DragChip, DropMark, type DropPlace, useStepDragging } from './step-dragging.tsx'
import { useStepKeys } from './step-keys.ts'

const ARROW = {
  type: MarkerType.ArrowClosed,
  markerUnits: 'userSpaceOnUse',
  width: 14,
  height: 14,
  strokeWidth: 0,
}
const THICKEST = 7
const LEAST_ZOOM = 0.3

interface CanvasProps {
  flow: Pick<FlowAnswer, 'start' | 'entered' | 'steps'>
  steps: ReadonlyMap<string, ShownStep>
  chosen: string | undefined
  onChoose(key: string | undefined): void
  /** Undefined where it can't be drawn: the text can be. */
  drawing: Drawing | undefined
}

export function FlowCanvas(props: CanvasProps) {
  const { flow, steps, onChoose, drawing } = props
  const texts = useTexts('triggers')
  const drawn = useDrawnTexts()
  const place = useRef<HTMLDivElement>(null)
  const canvas = useRef<ReactFlowInstance | null>(null)
  const placed = useMemo(() => placeFlow(flow, key => heightOfCard(steps.get(key)!)), [flow, steps])
  const nodes = useNodes(placed, props)
  const edges = useEdges(placed, props)
  // A press, and Enter on the box that has the focus; Esc and a press beside it choose nothing.
  const onNodesChange = (changes: NodeChange<FlowNode>[]) => {
    const turned = changes.filter(change => change.type === 'select')
    if (turned.length > 0) onChoose(turned.find(({ selected }) => selected)?.id)
  }
  const onInit = (made: ReactFlowInstance<FlowNode, WayEdge>) => {
    canvas.current = made as unknown as ReactFlowInstance
    void made.setViewport(firstView(placed, place.current!.clientWidth))
  }
  const onKeyDown = useStepKeys(place, flow, drawing)
  const { dragged, chip, onPointerDown } = useStepDragging({
    canvas,
    placesOf: key => {
      if (!drawing || !flow.steps.some(step => step.key === key)) return undefined
      const middles = middlesOf(placed)
      const free = drawing.waysFor(
        key,
        middles.map(({ way }) => way),
      )
      return free && middles.filter(({ way }) => free.includes(way))
    },
    onDrop: (key, way) => drawing?.onMove(key, way),
  })
  const look = `${drawing ? ' drawn' : ''}${dragged ? ' dragging' : ''}`
  return (
    <section
      className={`flow-canvas${look}`}
      ref={place}
      aria-label={texts.canvas}
      onKeyDownCapture={onKeyDown}
      onPointerDown={onPointerDown}
    >
      <ReactFlow<FlowNode, WayEdge>
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        onInit={onInit}
        onNodesChange={onNodesChange}
        nodesDraggable={false}
        nodesConnectable={false}
        edgesFocusable={false}
        deleteKeyCode={null}
        minZoom={LEAST_ZOOM}
        maxZoom={1.5}
        panOnScroll
        zoomOnDoubleClick={false}
        proOptions={{ hideAttribution: true }}
      >
        <Background gap={20} size={1.2} />
        <Zoom />
        {drawing && <UndoPanel onUndo={drawing.onUndo} onRedo={drawing.onRedo} />}
        {drawing && flow.steps.length > 1 && (
          <Panel position="bottom-left" className="flow-hint">
            {dragged ? drawn.isDragged(dragged.key) : drawn.hint}
          </Panel>
        )}
        <DropMark drop={dragged?.drop} />
      </ReactFlow>
      {dragged && <DragChip chip={chip} name={dragged.key} />}
    </section>
  )
}

/** Only boxes that change are new objects, as React Flow draws each new object again. */
function useNodes(placed: PlacedFlow, { steps, chosen, drawing }: CanvasProps): FlowNode[] {
  const { endOfRun } = useTexts('triggers')
  const isDrawn = drawing !== undefined
  const nodes = useMemo(
    () => placed.nodes.map(node => nodeOf(node, steps, endOfRun, isDrawn)),
    [placed, steps, endOfRun, isDrawn],
  )
  return useMemo(
    () =>
      nodes.map(node =>
        node.id === chosen && node.type === 'card'
          ? { ...node, selected: true, data: { ...node.data, chosen: true } }
          : node,
      ),
    [nodes, chosen],
  )
}

function nodeOf(
  { id, x, y, width, height, kind }: PlacedNode,
  steps: ReadonlyMap<string, ShownStep>,
  endOfRun: string,
  isDrawn: boolean,
): FlowNode {
  // With their places given, lines stay while boxes change, and so do the menus on them.
  const end = { x: width / 2, width: 0, height: 0 }
  const handles: FlowNode['handles'] = [
    { type: 'target', position: Position.Top, y: 0, ...end },
    { type: 'source', position: Position.Bottom, y: height, ...end },
  ]
  const common = { id, position: { x, y }, width, height, handles, draggable: false }
  if (kind === 'end')
    return { ...common, type: 'end', data: { label: endOfRun }, selectable: false }
  const step = steps.get(id)!
  return {
    ...common,
    type: 'card',
    data: { step, chosen: false },
    selected: false,
    ariaLabel: `${step.key}: ${step.title}`,
    // A drag moves the step, not the canvas.
    ...(isDrawn && kind === 'step' && { className: 'nopan movable' }),
  }
}

function useEdges(placed: PlacedFlow, { flow, steps, drawing }: CanvasProps): WayEdge[] {
  const { endOfRun } = useTexts('triggers')
  const { number } = useFigures()
  const wayWords = useWayWords()
  const onAdd = useStableCallback((way: DrawnWay, kind: StepKind) => drawing?.onAdd(way, kind))
  const isDrawn = drawing !== undefined
  const { entered } = flow
  return useMemo(() => {
    const titleOf = (id: string) => steps.get(id)?.title ?? endOfRun
    return placed.edges.map(({ id, from, to, way, people }): WayEdge => {
      const words = wayWords(way)
      const label = [words, entered > 0 ? number(people) : ''].join(' ').trim()
      const share = entered > 0 ? Math.min(people / entered, 1) : 0
      return {
        id,
        source: from,
        target: to,
        ariaLabel: `${titleOf(from)} → ${titleOf(to)}`,
        type: 'way',
        data: {
          label,
          words,
          from,
          after: steps.get(from)!.key,
          ...(isDrawn && { onAdd: kind => onAdd({ from, way }, kind) }),
        },
        className: people > 0 ? 'walked' : '',
        style: { strokeWidth: 1.5 + share * (THICKEST - 1.5) },
        markerEnd: ARROW,
        focusable: false,
        selectable: false,
      }
    })
  }, [placed, entered, steps, isDrawn, endOfRun, number, wayWords, onAdd])
}

/** The middles of all lines, where a step can be dropped. */
function middlesOf({ nodes, edges }: PlacedFlow): DropPlace[] {
  const boxes = new Map(nodes.map(node => [node.id, node]))
  return edges.map(({ from, to, way }) => {
    const [above, below] = [boxes.get(from)!, boxes.get(to)!]
    const [, x, y] = getBezierPath({
      sourceX: above.x + above.width / 2,
      sourceY: above.y + above.height,
      sourcePosition: Position.Bottom,
      targetX: below.x + below.width / 2,
      targetY: below.y,
      targetPosition: Position.Top,
    })
    return { way: { from, way }, x, y }
  })
}

/** The start at the top, in the middle. */
function firstView({ nodes, width }: PlacedFlow, seen: number) {
  const zoom = Math.max(Math.min(1, seen / width), 0.5)
  const start = nodes.find(({ id }) => id === START)!
  const middle = width * zoom <= seen ? width / 2 : start.x + start.width / 2
  return { x: seen / 2 - middle * zoom, y: 16, zoom }
}
