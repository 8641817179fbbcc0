//! Which links go against the flow.

/// For each link, whether it must be turned round so that the links have no cycle. Nodes are visited in their order,
/// so an author decides by what is written first.
pub(crate) fn find_reversed(n_nodes: usize, links: &[(usize, usize)]) -> Vec<bool> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut leaving = vec![Vec::new(); n_nodes];
    let mut n_entering = vec![0_usize; n_nodes];
    for (index, (from, to)) in links.iter().enumerate() {
        leaving[*from].push(index);
        n_entering[*to] += usize::from(from != to);
    }
    let mut states = vec![State::New; n_nodes];
    let mut reversed = vec![false; links.len()];
    let sources = (0..n_nodes).filter(|node| n_entering[*node] == 0);
    for root in sources.chain(0..n_nodes) {
        if states[root] != State::New {
            continue;
        }
        states[root] = State::Open;
        let mut stack = vec![(root, 0)];
        while let Some((node, next)) = stack.pop() {
            let Some(link) = leaving[node].get(next).copied() else {
                states[node] = State::Done;
                continue;
            };
            stack.push((node, next + 1));
            let to = links[link].1;
            match states[to] {
                State::New => {
                    states[to] = State::Open;
                    stack.push((to, 0));
                }
                State::Open => reversed[link] = true,
                State::Done => {}
            }
        }
    }
    reversed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_link_back_is_turned() {
        assert_eq!(find_reversed(3, &[(0, 1), (1, 2), (2, 0)]), [false, false, true]);
        assert_eq!(find_reversed(3, &[(1, 0), (0, 1), (2, 1)]), [false, true, false]);
    }
}
