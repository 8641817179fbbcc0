//! A client that speaks HTTP/2 frame by frame, so that it can break every rule.

use std::io::{self, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};

use super::PATIENCE;

pub(crate) const DATA: u8 = 0;
pub(crate) const HEADERS: u8 = 1;
pub(crate) const RST_STREAM: u8 = 3;
pub(crate) const SETTINGS: u8 = 4;
pub(crate) const PING: u8 = 6;
pub(crate) const GOAWAY: u8 = 7;
pub(crate) const WINDOW_UPDATE: u8 = 8;
pub(crate) const CONTINUATION: u8 = 9;

pub(crate) const END_STREAM: u8 = 1;
pub(crate) const END_HEADERS: u8 = 4;
pub(crate) const ACK: u8 = 1;

/// A frame as it is on the wire (RFC 9113, section 4.1).
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) kind: u8,
    pub(crate) flags: u8,
    pub(crate) stream: u32,
    pub(crate) payload: Vec<u8>,
}

/// A connection by prior knowledge, without TLS.
pub(crate) struct Http2 {
    pub(crate) stream: TcpStream,
}

impl Http2 {
    /// Connects and says hello, with settings of one's own.
    pub(crate) fn connect(address: SocketAddr, settings: &[(u16, u32)]) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        let mut client = Self { stream };
        client.stream.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").unwrap();
        let settings: Vec<u8> = settings
            .iter()
            .flat_map(|(id, value)| [&id.to_be_bytes()[..], &value.to_be_bytes()[..]].concat())
            .collect();
        client.send(SETTINGS, 0, 0, &settings).unwrap();
        client
    }

    pub(crate) fn send(&mut self, kind: u8, flags: u8, stream: u32, payload: &[u8]) -> io::Result<()> {
        let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
        let mut frame = length[1..].to_vec();
        frame.extend([kind, flags]);
        frame.extend(stream.to_be_bytes());
        frame.extend(payload);
        self.stream.write_all(&frame)
    }

    /// Asks for a target with a whole head.
    pub(crate) fn get(&mut self, stream: u32, target: &str) -> io::Result<()> {
        self.send(HEADERS, END_HEADERS | END_STREAM, stream, &head(target))
    }

    pub(crate) fn receive(&mut self) -> io::Result<Frame> {
        let mut head = [0; 9];
        self.stream.read_exact(&mut head)?;
        let length = u32::from_be_bytes([0, head[0], head[1], head[2]]);
        let stream = u32::from_be_bytes([head[5], head[6], head[7], head[8]]);
        let mut payload = vec![0; length as usize];
        self.stream.read_exact(&mut payload)?;
        Ok(Frame { kind: head[3], flags: head[4], stream, payload })
    }

    /// Receives the body of a stream to its end, giving back room as it comes; other frames are passed over.
    pub(crate) fn receive_body(&mut self, stream: u32) -> io::Result<Vec<u8>> {
        let mut body = Vec::new();
        loop {
            let frame = self.receive()?;
            match frame.kind {
                RST_STREAM | GOAWAY if frame.stream == stream || frame.kind == GOAWAY => {
                    return Err(io::Error::other(format!("ended by {frame:?}")));
                }
                SETTINGS if frame.flags & ACK == 0 => self.send(SETTINGS, ACK, 0, &[])?,
                DATA if frame.stream == stream => {
                    let room = u32::try_from(frame.payload.len()).unwrap().to_be_bytes();
                    body.extend(&frame.payload);
                    if frame.flags & END_STREAM != 0 {
                        return Ok(body);
                    }
                    if !frame.payload.is_empty() {
                        self.send(WINDOW_UPDATE, 0, 0, &room)?;
                        self.send(WINDOW_UPDATE, 0, stream, &room)?;
                    }
                }
                HEADERS if frame.stream == stream && frame.flags & END_STREAM != 0 => return Ok(body),
                _ => {}
            }
        }
    }

    /// Reads frames until the server ends the connection; gives the last words if it said any: the error code.
    pub(crate) fn read_to_end(&mut self) -> Option<u32> {
        let mut last_words = None;
        loop {
            match self.receive() {
                Ok(frame) if frame.kind == GOAWAY => {
                    last_words = Some(u32::from_be_bytes(frame.payload[4..8].try_into().unwrap()));
                }
                Ok(_) => {}
                Err(error) => {
                    let is_timeout =
                        matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut);
                    assert!(!is_timeout, "the server let the connection be");
                    return last_words;
                }
            }
        }
    }
}

/// A request head in HPACK, from the static table and literals without Huffman codes (RFC 7541, appendix A).
pub(crate) fn head(target: &str) -> Vec<u8> {
    let mut head = vec![0x82, 0x86];
    head.extend(literal(4, target));
    head.extend(literal(1, "portal.test"));
    head
}

/// A field whose name is in the static table and which is not to be remembered.
fn literal(name: u8, value: &str) -> Vec<u8> {
    let mut field = vec![name];
    field.extend(string(value));
    field
}

/// A field with a name of its own.
pub(crate) fn new_field(name: &str, value: &str) -> Vec<u8> {
    [vec![0], string(name), string(value)].concat()
}

fn string(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    if text.len() < 127 {
        bytes.push(u8::try_from(text.len()).unwrap());
    } else {
        bytes.push(127);
        let mut rest = text.len() - 127;
        while rest >= 128 {
            bytes.push(u8::try_from(rest % 128).unwrap() | 128);
            rest /= 128;
        }
        bytes.push(u8::try_from(rest).unwrap());
    }
    bytes.extend(text.as_bytes());
    bytes
}
