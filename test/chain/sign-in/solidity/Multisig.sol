// SPDX-License-Identifier: MIT
pragma solidity ^0.8.4;

/// An account of several owners in the manner of Safe: `threshold` of them sign the account's own message around the hash, one
/// signature after the other, by rising address. A guardian can replace an owner (recovery).
contract Multisig {
    bytes32 private constant DOMAIN = keccak256("EIP712Domain(uint256 chainId,address verifyingContract)");
    bytes32 private constant MESSAGE = keccak256("SafeMessage(bytes message)");

    address public immutable guardian;
    uint256 public immutable threshold;
    mapping(address => bool) public isOwner;

    constructor(address[] memory owners, uint256 needed, address recoverer) {
        for (uint256 i = 0; i < owners.length; i++) isOwner[owners[i]] = true;
        threshold = needed;
        guardian = recoverer;
    }

    function replaceOwner(address before, address next) external {
        require(msg.sender == guardian && isOwner[before]);
        isOwner[before] = false;
        isOwner[next] = true;
    }

    function isValidSignature(bytes32 hash, bytes calldata signatures) external view returns (bytes4) {
        require(signatures.length == threshold * 65, "signatures too short or long");
        bytes32 domain = keccak256(abi.encode(DOMAIN, block.chainid, address(this)));
        bytes32 message = keccak256(abi.encode(MESSAGE, keccak256(abi.encode(hash))));
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", domain, message));
        address last;
        for (uint256 i = 0; i < signatures.length; i += 65) {
            address owner = ecrecover(
                digest, uint8(signatures[i + 64]), bytes32(signatures[i:i + 32]), bytes32(signatures[i + 32:i + 64])
            );
            require(owner > last && isOwner[owner], "not an owner, or out of order");
            last = owner;
        }
        return 0x1626ba7e;
    }
}
