//! Network simplex: whole numbers for nodes, so that weighted edges are short and none is shorter than it must be.
//!
//! Layers and coordinates are the same question (Gansner, Koutsofios, North, Vo: *A Technique for Drawing Directed
//! Graphs*, 1993), so both use this.

/// `head - tail` is at least `length`; each unit more costs `weight`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constraint {
    pub(crate) tail: usize,
    pub(crate) head: usize,
    pub(crate) length: i64,
    pub(crate) weight: i64,
}

/// Work to spend on exchanges, in edges looked at. The result is valid after each exchange.
const BUDGET: usize = 12_000_000;

/// Numbers for `n_nodes` nodes, the least of them 0. The constraints must have no cycle.
pub(crate) fn solve(n_nodes: usize, constraints: &[Constraint]) -> Vec<i64> {
    if n_nodes == 0 {
        return Vec::new();
    }
    let mut tree = Tree::new(n_nodes, constraints);
    tree.grow();
    tree.span();
    let mut start = 0;
    for _ in 0..BUDGET / (3 * tree.edges.len()) {
        let Some(leaving) = tree.leaving(&mut start) else { break };
        let Some(entering) = tree.entering(leaving) else { break };
        tree.exchange(leaving, entering);
    }
    let least = tree.values[..n_nodes].iter().copied().min().unwrap_or_default();
    tree.values[..n_nodes].iter().map(|value| value - least).collect()
}

struct Tree {
    edges: Vec<Constraint>,
    /// The edges at each node.
    around: Vec<Vec<usize>>,
    values: Vec<i64>,
    is_member: Vec<bool>,
    cuts: Vec<i64>,
    /// The edge to the parent, and the parent.
    parents: Vec<Option<(usize, usize)>>,
    /// Last number of the subtree in postorder, and the least number in it.
    order: Vec<usize>,
    lowest: Vec<usize>,
    postorder: Vec<usize>,
}

impl Tree {
    /// The start: each node as far forward as its constraints demand. One more node ties all components together.
    fn new(n_nodes: usize, constraints: &[Constraint]) -> Self {
        let root = n_nodes;
        let mut edges = constraints.to_vec();
        edges.extend((0..n_nodes).map(|head| Constraint { tail: root, head, length: 0, weight: 0 }));
        let mut around = vec![Vec::new(); n_nodes + 1];
        let mut n_before = vec![0_usize; n_nodes + 1];
        for (index, edge) in edges.iter().enumerate() {
            around[edge.tail].push(index);
            around[edge.head].push(index);
            n_before[edge.head] += 1;
        }
        let mut values = vec![0_i64; n_nodes + 1];
        let mut ready = vec![root];
        while let Some(node) = ready.pop() {
            for edge in around[node].iter().map(|index| edges[*index]).filter(|edge| edge.tail == node) {
                values[edge.head] = values[edge.head].max(values[node] + edge.length);
                n_before[edge.head] -= 1;
                if n_before[edge.head] == 0 {
                    ready.push(edge.head);
                }
            }
        }
        let n_edges = edges.len();
        Self {
            edges,
            around,
            values,
            is_member: vec![false; n_edges],
            cuts: vec![0; n_edges],
            parents: vec![None; n_nodes + 1],
            order: vec![0; n_nodes + 1],
            lowest: vec![0; n_nodes + 1],
            postorder: Vec::new(),
        }
    }

    fn slack(&self, edge: usize) -> i64 {
        let Constraint { tail, head, length, .. } = self.edges[edge];
        self.values[head] - self.values[tail] - length
    }

    /// Grows a tree of tight edges until it holds all nodes.
    fn grow(&mut self) {
        let n_nodes = self.values.len();
        let mut is_inside = vec![false; n_nodes];
        let mut members = vec![n_nodes - 1];
        is_inside[n_nodes - 1] = true;
        let mut next = 0;
        loop {
            while next < members.len() {
                let node = members[next];
                next += 1;
                for index in 0..self.around[node].len() {
                    let edge = self.around[node][index];
                    let Constraint { tail, head, .. } = self.edges[edge];
                    let other = if tail == node { head } else { tail };
                    if !is_inside[other] && self.slack(edge) == 0 {
                        is_inside[other] = true;
                        self.is_member[edge] = true;
                        members.push(other);
                    }
                }
            }
            if members.len() == n_nodes {
                return;
            }
            let crossing = (0..self.edges.len())
                .filter(|edge| is_inside[self.edges[*edge].tail] != is_inside[self.edges[*edge].head])
                .min_by_key(|edge| self.slack(*edge))
                .expect("the root has an edge to each node");
            let slack = self.slack(crossing);
            let shift = if is_inside[self.edges[crossing].head] { -slack } else { slack };
            for member in &members {
                self.values[*member] += shift;
            }
            // Look again at every member: some edge is tight now.
            next = 0;
        }
    }

    /// Numbers the tree in postorder and finds the cut value of each of its edges.
    fn span(&mut self) {
        let root = self.values.len() - 1;
        self.postorder.clear();
        self.parents.fill(None);
        let mut stack = vec![(root, 0_usize)];
        self.lowest[root] = 0;
        while let Some((node, next)) = stack.pop() {
            if let Some(edge) = self.around[node].get(next).copied() {
                stack.push((node, next + 1));
                let Constraint { tail, head, .. } = self.edges[edge];
                let other = if tail == node { head } else { tail };
                let is_back = self.parents[node].is_some_and(|(up, _)| up == edge);
                if self.is_member[edge] && !is_back {
                    self.parents[other] = Some((edge, node));
                    self.lowest[other] = self.postorder.len();
                    stack.push((other, 0));
                }
            } else {
                self.order[node] = self.postorder.len();
                self.postorder.push(node);
            }
        }
        // Each edge counts for all tree edges between its ends: sums over subtrees give the cut values at once.
        let mut balance = vec![0_i64; self.values.len()];
        for edge in &self.edges {
            balance[edge.tail] += edge.weight;
            balance[edge.head] -= edge.weight;
        }
        for index in 0..self.postorder.len() {
            let node = self.postorder[index];
            let Some((edge, parent)) = self.parents[node] else { continue };
            // Weight that leaves the subtree less weight that enters it; positive along an edge that leaves it.
            self.cuts[edge] = if self.edges[edge].tail == node { balance[node] } else { -balance[node] };
            balance[parent] += balance[node];
        }
    }

    /// The next tree edge with a negative cut value, in turn.
    fn leaving(&self, start: &mut usize) -> Option<usize> {
        let n_edges = self.edges.len();
        let found = (0..n_edges)
            .map(|offset| (*start + offset) % n_edges)
            .find(|edge| self.is_member[*edge] && self.cuts[*edge] < 0)?;
        *start = (found + 1) % n_edges;
        Some(found)
    }

    /// The node below a tree edge.
    fn below(&self, edge: usize) -> usize {
        let Constraint { tail, head, .. } = self.edges[edge];
        if self.parents[tail].is_some_and(|(up, _)| up == edge) { tail } else { head }
    }

    fn is_under(&self, node: usize, top: usize) -> bool {
        self.lowest[top] <= self.order[node] && self.order[node] <= self.order[top]
    }

    /// The tightest edge back across the cut that the leaving edge makes.
    fn entering(&self, leaving: usize) -> Option<usize> {
        let top = self.below(leaving);
        let tail_is_under = top == self.edges[leaving].tail;
        let candidates = (0..self.edges.len()).filter(|edge| {
            let Constraint { tail, head, .. } = self.edges[*edge];
            let (from, to) = (self.is_under(tail, top), self.is_under(head, top));
            from != to && from != tail_is_under
        });
        candidates.min_by_key(|edge| self.slack(*edge))
    }

    fn exchange(&mut self, leaving: usize, entering: usize) {
        let top = self.below(leaving);
        let slack = self.slack(entering);
        let is_tail_under = self.is_under(self.edges[entering].tail, top);
        let shift = if is_tail_under { slack } else { -slack };
        for index in self.lowest[top]..=self.order[top] {
            self.values[self.postorder[index]] += shift;
        }
        self.is_member[leaving] = false;
        self.is_member[entering] = true;
        self.span();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(tail: usize, head: usize, length: i64, weight: i64) -> Constraint {
        Constraint { tail, head, length, weight }
    }

    #[test]
    fn edges_are_as_short_as_their_weights_ask() {
        // 3 could stand at 1; its heavy edge to 2 draws it down.
        let diamond = [edge(0, 1, 1, 1), edge(1, 2, 1, 1), edge(0, 3, 1, 1), edge(3, 2, 1, 5)];
        assert_eq!(solve(4, &diamond), [0, 1, 2, 1]);
        let late = [edge(0, 1, 1, 1), edge(1, 2, 1, 1), edge(3, 2, 1, 1)];
        assert_eq!(solve(4, &late), [0, 1, 2, 1]);
        assert_eq!(solve(2, &[]), [0, 0]);
        assert_eq!(solve(0, &[]), [0_i64; 0]);
    }
}
