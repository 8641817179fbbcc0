/** Milliseconds for which a node that failed is left alone. */
const QUARANTINE = 60_000;

export interface NodesOptions {
  /** Addresses in the order they are asked. */
  nodes: readonly string[];
  /** Address that is asked before all others. */
  nearestNode: string | null;
  /** Whether nodes are asked although all have failed lately: if nobody else can answer. */
  isLastResort: boolean;
  now: () => number;
}

/** The nodes of a cluster, and which of them failed lately. */
export interface Nodes {
  /** The nodes to try for one request, in order. Requests begin with one after the other. */
  toTry: () => string[];
  failed: (node: string) => void;
  answered: (node: string) => void;
}

export function rememberNodes({ nodes, nearestNode, isLastResort, now }: NodesOptions): Nodes {
  const failures = new Map<string, number>();
  let next = 0;

  const isHealthy = (node: string) => now() - (failures.get(node) ?? -Infinity) >= QUARANTINE;
  return {
    toTry() {
      const turned = [...nodes.slice(next), ...nodes.slice(0, next)];
      next = (next + 1) % Math.max(1, nodes.length);
      const all = nearestNode === null ? turned : [nearestNode, ...turned.filter((node) => node !== nearestNode)];
      const healthy = all.filter(isHealthy);
      return healthy.length > 0 || !isLastResort ? healthy : all;
    },
    failed(node) {
      failures.set(node, now());
    },
    answered(node) {
      failures.delete(node);
    },
  };
}
