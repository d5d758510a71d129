/** The steps of a trigger on a canvas: lines as thick as the people who took them. */
import {
  Background,
  BaseEdge,
  type Edge,
  EdgeLabelRenderer,
  type EdgeProps,
  getBezierPath,
  Handle,
  MarkerType,
  type Node,
  type NodeChange,
  type NodeProps,
  Panel,
  Position,
  ReactFlow,
  type ReactFlowInstance,
  useReactFlow,
} from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { type KeyboardEvent, useMemo, useRef } from 'react'
import type { FlowAnswer } from '../../api/triggers.ts'
import { Button } from '../../parts/button.tsx'
import { IconButton } from '../../parts/icon-button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { AddStep } from './add-step.tsx'
import type { DrawnWay } from './draw-steps.ts'
import { type PlacedFlow, placeFlow } from './flow-layout.ts'
import { useWayWords } from './flow-words.ts'
import { heightOfCard, type ShownStep, StepCard } from './step-card.tsx'
import { START, type StepKind } from './step-kinds.ts'

type CardNode = Node<{ step: ShownStep; chosen: boolean }, 'card'>
type EndNode = Node<{ label: string }, 'end'>
type FlowNode = CardNode | EndNode
type WayEdge = Edge<{ label: string; after: string; onAdd?: (kind: StepKind) => void }, 'way'>

export interface Drawing {
  onAdd(way: DrawnWay, kind: StepKind): void
  /** Asks before it removes. */
  onRemove(key: string): void
  onUndo: (() => void) | undefined
  onRedo: (() => void) | undefined
}

const NODE_TYPES = { card: CardNodeView, end: EndNodeView }
const EDGE_TYPES = { way: WayEdgeView }
const ARROW = {
  type: MarkerType.ArrowClosed,
  markerUnits: 'userSpaceOnUse',
  width: 14,
  height: 14,
  strokeWidth: 0,
}
const THICKEST = 7
const LEAST_ZOOM = 0.3

function CardNodeView({ data: { step, chosen } }: NodeProps<CardNode>) {
  const look = `${step.isStart ? ' start' : ''}${step.mistake ? ' bad' : ''}`
  return (
    <div className={`step-card${look}${chosen ? ' chosen' : ''}`}>
      {!step.isStart && <Handle type="target" position={Position.Top} isConnectable={false} />}
      <StepCard step={step} />
      <Handle type="source" position={Position.Bottom} isConnectable={false} />
    </div>
  )
}

function EndNodeView({ data: { label } }: NodeProps<EndNode>) {
  return (
    <div className="step-end">
      <Handle type="target" position={Position.Top} isConnectable={false} />
      {label}
    </div>
  )
}

/** A line, in its middle its words and a button that adds a step. */
function WayEdgeView({ markerEnd, style, data, ...ends }: EdgeProps<WayEdge>) {
  const [path, x, y] = getBezierPath(ends)
  const { label = '', after = '', onAdd } = data ?? {}
  return (
    <>
      <BaseEdge path={path} markerEnd={markerEnd!} style={style!} />
      <EdgeLabelRenderer>
        <div
          className="way-middle nodrag nopan"
          style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
        >
          {label !== '' && <span>{label}</span>}
          {onAdd && <AddStep after={after} way={label} onAdd={onAdd} />}
        </div>
      </EdgeLabelRenderer>
    </>
  )
}

export function FlowCanvas(props: {
  flow: Pick<FlowAnswer, 'start' | 'entered' | 'steps'>
  steps: ReadonlyMap<string, ShownStep>
  chosen: string | undefined
  onChoose(key: string | undefined): void
  /** Undefined where it can't be drawn: the text can be. */
  drawing: Drawing | undefined
}) {
  const { flow, steps, chosen, onChoose, drawing } = props
  const texts = useTexts('triggers')
  const { number } = useFigures()
  const wayWords = useWayWords()
  const place = useRef<HTMLDivElement>(null)
  const placed = useMemo(() => placeFlow(flow, key => heightOfCard(steps.get(key)!)), [flow, steps])
  const nodes = placed.nodes.map((node): FlowNode => {
    const { id, x, y, width, height, kind } = node
    // With their places given, lines stay while boxes change, and so do the menus on them.
    const end = { x: width / 2, width: 0, height: 0 }
    const handles: FlowNode['handles'] = [
      { type: 'target', position: Position.Top, y: 0, ...end },
      { type: 'source', position: Position.Bottom, y: height, ...end },
    ]
    const common = { id, position: { x, y }, width, height, handles, draggable: false }
    if (kind === 'end')
      return { ...common, type: 'end', data: { label: texts.endOfRun }, selectable: false }
    const step = steps.get(id)!
    return {
      ...common,
      type: 'card',
      data: { step, chosen: id === chosen },
      selected: id === chosen,
      ariaLabel: `${step.key}: ${step.title}`,
    }
  })
  const titleOf = (id: string) => steps.get(id)?.title ?? texts.endOfRun
  const edges = placed.edges.map(({ id, from, to, way, people }): WayEdge => {
    const label = [wayWords(way), flow.entered > 0 ? number(people) : ''].join(' ').trim()
    const share = flow.entered > 0 ? Math.min(people / flow.entered, 1) : 0
    return {
      id,
      source: from,
      target: to,
      ariaLabel: `${titleOf(from)} → ${titleOf(to)}`,
      type: 'way',
      data: {
        label,
        after: steps.get(from)!.key,
        ...(drawing && { onAdd: kind => drawing.onAdd({ from, way }, kind) }),
      },
      className: people > 0 ? 'walked' : '',
      style: { strokeWidth: 1.5 + share * (THICKEST - 1.5) },
      markerEnd: ARROW,
      focusable: false,
      selectable: false,
    }
  })
  // A press, and Enter on the box that has the focus; Esc and a press beside it choose nothing.
  const onNodesChange = (changes: NodeChange<FlowNode>[]) => {
    const turned = changes.filter(change => change.type === 'select')
    if (turned.length > 0) onChoose(turned.find(({ selected }) => selected)?.id)
  }
  const onInit = (canvas: ReactFlowInstance<FlowNode, WayEdge>) =>
    void canvas.setViewport(firstView(placed, place.current!.clientWidth))
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    if (key !== 'Delete' && key !== 'Backspace') return
    const node = (target as Element).getAttribute('data-id')
    if (node !== null && flow.steps.some(step => step.key === node)) drawing?.onRemove(node)
  }
  return (
    <section
      className="flow-canvas"
      ref={place}
      aria-label={texts.canvas}
      onKeyDownCapture={onKeyDown}
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
        {drawing && <UndoPanel {...drawing} />}
      </ReactFlow>
    </section>
  )
}

/** The start at the top, in the middle. */
function firstView({ nodes, width }: PlacedFlow, seen: number) {
  const zoom = Math.max(Math.min(1, seen / width), 0.5)
  const start = nodes.find(({ id }) => id === START)!
  const middle = width * zoom <= seen ? width / 2 : start.x + start.width / 2
  return { x: seen / 2 - middle * zoom, y: 16, zoom }
}

function Zoom() {
  const texts = useTexts('triggers')
  const canvas = useReactFlow()
  return (
    <Panel position="bottom-right" className="flow-zoom">
      <button
        type="button"
        className="btn quiet icon"
        aria-label={texts.zoomOut}
        title={texts.zoomOut}
        onClick={() => void canvas.zoomOut()}
      >
        <Icon name="divider" />
      </button>
      <button
        type="button"
        className="btn quiet icon"
        aria-label={texts.zoomIn}
        title={texts.zoomIn}
        onClick={() => void canvas.zoomIn()}
      >
        <Icon name="plus" />
      </button>
      <Button look="quiet" onClick={() => void canvas.fitView({ maxZoom: 1, padding: 0.1 })}>
        {texts.fit}
      </Button>
    </Panel>
  )
}

function UndoPanel({ onUndo, onRedo }: Drawing) {
  const texts = useTexts('triggers')
  if (!onUndo && !onRedo) return null
  return (
    <Panel position="top-left" className="flow-zoom">
      <IconButton icon="undo" name={texts.undo} off={!onUndo} onClick={() => onUndo?.()} />
      <IconButton icon="redo" name={texts.redo} off={!onRedo} onClick={() => onRedo?.()} />
    </Panel>
  )
}
